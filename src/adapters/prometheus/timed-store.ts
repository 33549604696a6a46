import type { Meter } from '../../ports/meter.ts'
import type { Documents } from '../../ports/store/documents.ts'
import type { Store } from '../../ports/store/store.ts'
import type { Tracer } from '../../ports/tracer.ts'

interface Timeable {
  readonly store: Store
  documents(): Documents
}

/** Who is told of calls. */
export interface Watchers {
  readonly meter: Meter
  readonly tracer: Tracer | undefined
}

/** The same store, with every call timed, and a span for those that a request waits for. */
export function timedStore<Opened extends Timeable>(opened: Opened, watchers: Watchers): Opened {
  const { store } = opened
  let documents: Documents | undefined
  return {
    ...opened,
    store: {
      ...store,
      originals: timed('originals', store.originals, watchers),
      ledger: timed('ledger', store.ledger, watchers),
      catalog: timed('catalog', store.catalog, watchers),
      tokens: timed('tokens', store.tokens, watchers),
    },
    documents() {
      documents ??= timed('documents', opened.documents(), watchers)
      return documents
    },
  }
}

function timed<Port extends object>(part: string, port: Port, { meter, tracer }: Watchers): Port {
  const members = Object.entries(port).map(([call, member]: [string, unknown]) => {
    if (typeof member !== 'function' || call === 'close') return [call, member]
    const timedCall = async (...values: unknown[]): Promise<unknown> => {
      const startedAt = performance.now()
      const span = tracer?.child(`store ${part}.${call}`, 'store')
      let isFailure = false
      try {
        return await member(...values)
      } catch (error) {
        isFailure = true
        meter.count('tamis_store_failures_total', { part, call })
        throw error
      } finally {
        meter.time('tamis_store_seconds', { part, call }, (performance.now() - startedAt) / 1000)
        span?.end({ 'tamis.store.part': part, 'tamis.store.call': call }, isFailure)
      }
    }
    return [call, timedCall]
  })
  return Object.fromEntries(members) as Port
}
