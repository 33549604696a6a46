import type { EngineError } from '../../errors.ts'
import type { Store } from '../../ports/store/store.ts'

/** Stands in for a store that could not be opened: every call is refused, and what needs none still works. */
export function unavailableStore(reason: EngineError): Store {
  const refuse = async (): Promise<never> => {
    throw reason
  }
  return {
    originals: { keep: refuse, find: refuse, sweep: refuse, usage: refuse },
    sentResults: { keep: refuse, replace: refuse, find: refuse, sweep: refuse },
    ledger: { append: refuse, list: refuse, sum: refuse, sweep: refuse },
    catalog: {
      replaceTools: refuse,
      removeServer: refuse,
      tools: refuse,
      saveServer: refuse,
      servers: refuse,
      saveCapability: refuse,
      removeCapability: refuse,
      capabilities: refuse,
      appendTraces: refuse,
      sweepTraces: refuse,
      traces: refuse,
      version: refuse,
    },
    tokens: { add: refuse, find: refuse, list: refuse, remove: refuse },
    close: async () => {},
  }
}
