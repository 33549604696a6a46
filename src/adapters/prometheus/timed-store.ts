import type { Meter } from '../../ports/meter.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { Store } from '../../ports/store/store.ts'

interface Timeable {
  readonly store: Store
  documents(): Documents
}

/** The same store, with every call timed. */
export function timedStore<Opened extends Timeable>(opened: Opened, meter: Meter): Opened {
  const { store } = opened
  let documents: Documents | undefined
  return {
    ...opened,
    store: {
      ...store,
      originals: timed('originals', store.originals, meter),
      ledger: timed('ledger', store.ledger, meter),
      catalog: timed('catalog', store.catalog, meter),
      tokens: timed('tokens', store.tokens, meter),
    },
    documents() {
      documents ??= timed('documents', opened.documents(), meter)
      return documents
    },
  }
}

function timed<Port extends object>(part: string, port: Port, meter: Meter): Port {
  const members = Object.entries(port).map(([call, member]: [string, unknown]) => [
    call,
    typeof member === 'function' && call !== 'close'
      ? (...values: unknown[]) => timedCall(part, call, () => member(...values), meter)
      : member,
  ])
  return Object.fromEntries(members) as Port
}

async function timedCall(
  part: string,
  call: string,
  run: () => Promise<unknown>,
  meter: Meter,
): Promise<unknown> {
  const startedAt = performance.now()
  try {
    return await run()
  } catch (error) {
    meter.count('tamis_store_failures_total', { part, call })
    throw error
  } finally {
    meter.time('tamis_store_seconds', { part, call }, (performance.now() - startedAt) / 1000)
  }
}
