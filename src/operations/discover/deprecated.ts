import { z } from 'zod'
import type { DiscoverResponse, Engine } from '../../engine.ts'
import { type Operation, operation } from '../operation.ts'

/** Older names of the search; they answer, say so once, and are in no list. */
export const deprecatedOperations: readonly Operation[] = [
  searchUnderOldName('pml_search_tools', 'tool'),
  searchUnderOldName('pml_search_capabilities', 'capability'),
  searchUnderOldName('pml_find_capabilities', 'capability'),
]

function searchUnderOldName(name: string, type: 'tool' | 'capability'): Operation {
  return operation({
    name,
    summary: `Deprecated: use pml_discover with filter.type "${type}".`,
    effect: 'read',
    tool: { name, profiles: [], isHidden: true },
    input: z
      .object({
        query: z.string().min(1).max(20_000).optional(),
        intent: z.string().min(1).max(20_000).optional(),
        limit: z.int().min(1).max(100).default(10),
      })
      .refine(({ query, intent }) => (query ?? intent) !== undefined, {
        path: ['intent'],
        message: 'is required',
      }),
    run: async (engine, { query, intent, limit }, { signal }) =>
      withWarning(name, type, await search(engine, intent ?? query ?? '', type, limit, signal)),
  })
}

function search(
  engine: Engine,
  intent: string,
  type: 'tool' | 'capability',
  limit: number,
  signal: AbortSignal,
): Promise<DiscoverResponse> {
  return engine.discovery.discover({ intent, limit, filter: { type } }, signal)
}

function withWarning(name: string, type: string, response: DiscoverResponse): DiscoverResponse {
  const warning = `${name} is deprecated: use pml_discover with filter.type "${type}".`
  return { ...response, warnings: [warning] }
}
