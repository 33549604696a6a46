import type { Meter } from '../../ports/meter.ts'
import type { DocumentsUsage } from '../../ports/store/documents.ts'
import type { Store } from '../../ports/store/store.ts'

/** What is kept and what waits, counted when somebody looks. */
export async function meterQueues(
  meter: Meter,
  store: Pick<Store, 'originals' | 'catalog'>,
  { withoutVector }: Pick<DocumentsUsage, 'withoutVector'>,
  isSweepBehind: boolean,
): Promise<void> {
  const [{ ids, bytes }, tools] = await Promise.all([
    store.originals.usage(),
    store.catalog.tools(),
  ])
  const pending = tools.filter(({ state, proposed }) => state === 'pending' || proposed).length
  meter.set('tamis_originals', {}, ids)
  meter.set('tamis_originals_bytes', {}, bytes)
  meter.set('tamis_queue_size', { queue: 'embedding' }, withoutVector)
  meter.set('tamis_queue_size', { queue: 'approval' }, pending)
  meter.set('tamis_queue_size', { queue: 'sweep' }, isSweepBehind ? 1 : 0)
}
