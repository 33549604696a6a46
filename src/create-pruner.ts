import { readAs } from './core/prune/form/read-as.ts'
import type { PruneResult } from './core/prune/request/prune-result.ts'
import { type PruneCall, type PruneTextDeps, pruneText } from './core/prune/request/prune-text.ts'
import { type OpenPruneRequest, resolveRequest } from './core/prune/request/resolve-request.ts'

/** The part of the engine that prunes, for a command that needs no other. */
export interface Pruner {
  pruneWithDefaults(request: OpenPruneRequest, call: PruneCall): Promise<PruneResult>
}

export function createPruner(deps: PruneTextDeps): Pruner {
  return {
    async pruneWithDefaults(request, call) {
      const pruned = await pruneText(deps, await resolveRequest(deps.tokenizer, request), call)
      if (!request.explain) return pruned
      return { ...pruned, read_as: readAs(request.text, request.sourceType, request.path) }
    },
  }
}
