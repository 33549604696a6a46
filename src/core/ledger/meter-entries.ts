import type { Meter } from '../../ports/meter.ts'
import type { DocumentsUsage } from '../../ports/store/documents.ts'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import type { Store } from '../../ports/store/store.ts'

/** Adds what rows of the ledger tell to the numbers of the daemon. */
export function meterEntries(meter: Meter, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) {
    const { kind: sieve, tokens, isFallback, warnings } = entry
    const saved = tokens ? tokens.before - tokens.after : 0
    if (saved > 0) meter.count('tamis_tokens_saved_total', { sieve }, saved)
    if (isFallback)
      meter.count('tamis_fallbacks_total', { sieve, reason: warnings[0] ?? 'unknown' })
    if (sieve === 'proxy') meterPassage(meter, entry.details ?? {})
  }
}

function meterPassage(meter: Meter, details: Readonly<Record<string, unknown>>): void {
  const { added_ms: addedMs, masked, pruned, usage } = details
  if (typeof addedMs === 'number') meter.time('tamis_proxy_added_seconds', {}, addedMs / 1000)
  if (typeof masked === 'number') meter.count('tamis_masked_results_total', {}, masked)
  if (typeof pruned === 'number') meter.count('tamis_pruned_results_total', {}, pruned)
  if (isCounts(usage)) meterCache(meter, usage)
}

function meterCache(meter: Meter, usage: Readonly<Record<string, unknown>>): void {
  const read = Number(usage.cache_read_tokens)
  const write = Number(usage.cache_write_tokens)
  if (!read && !write) return
  meter.count('tamis_prompt_cache_requests_total', { outcome: read ? 'hit' : 'miss' })
  meter.count('tamis_prompt_cache_tokens_total', { direction: 'read' }, read || 0)
  meter.count('tamis_prompt_cache_tokens_total', { direction: 'write' }, write || 0)
}

function isCounts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

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
