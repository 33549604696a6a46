import type { Clock } from '../../../ports/clock.ts'
import type { Log } from '../../../ports/log.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import type { Ledger } from '../../../ports/store/ledger.ts'
import type { Tokenizer } from '../../../ports/tokenizer.ts'
import { ownServer } from '../catalog/entries.ts'
import type { Visitor } from '../past/past.ts'
import type { DiscoverResponse } from './results.ts'

interface SearchAccountDeps {
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  readonly now: Clock
  readonly log: Log
}

/** A search, what it found, and every tool that its visitor could have been shown. */
interface Searched {
  readonly visitor: Visitor
  readonly intent: string
  readonly response: DiscoverResponse
  readonly tools: Iterable<CatalogTool>
}

/** Where agents search; a person who looks, or a program of our own, saves nobody a definition. */
const agentDoors = new Set(['mcp', 'rpc'])
/** After so long without a search, the context of a visitor is taken for a new one. */
const visitMs = 30 * 60_000
const mostVisits = 1000

/**
 * One row for each search of an agent: the tokens of all definitions it could have been given, and of
 * the answer it got. An agent is given its definitions once, so later searches of a visit count
 * their answers alone.
 */
export function createSearchAccount(
  deps: SearchAccountDeps,
): (searched: Searched) => Promise<void> {
  const { ledger, tokenizer, now, log } = deps
  const beginsVisit = visits(now)
  const sizeOf = definitionSizes(tokenizer)

  return async ({ visitor, intent, response, tools }) => {
    const { source, caller } = visitor
    if (!agentDoors.has(source)) return
    try {
      const definitions = beginsVisit(visitor) ? await sizeOf(tools) : 0
      const [shown = 0] = await tokenizer.count([JSON.stringify(response.results)])
      await ledger.append([
        {
          at: now(),
          kind: 'discover',
          source,
          ...(caller ? { caller: caller.name } : {}),
          goal: intent,
          durationMs: response.meta.searchTimeMs,
          isFallback: false,
          warnings: [],
          details: { definition_tokens: definitions, shown_tokens: shown },
        },
      ])
    } catch (error) {
      log.warn('ledger-not-written', { kind: 'discover', cause: String(error) })
    }
  }
}

/** Whether a visitor has not searched for long; asking is a search. */
function visits(now: Clock): (visitor: Visitor) => boolean {
  const searchedAt = new Map<string, number>()
  return ({ caller, source, session }) => {
    const key = JSON.stringify([caller?.name, caller?.tokenId, source, session])
    const last = searchedAt.get(key)
    searchedAt.delete(key)
    searchedAt.set(key, now())
    const [oldest] = searchedAt.keys()
    if (searchedAt.size > mostVisits && oldest !== undefined) searchedAt.delete(oldest)
    return last === undefined || now() - last > visitMs
  }
}

/** Tokens of what a client is told of these tools; each tool is counted once. */
function definitionSizes(tokenizer: Tokenizer): (tools: Iterable<CatalogTool>) => Promise<number> {
  const known = new WeakMap<CatalogTool, number>()
  return async (tools) => {
    const upstream = [...tools].filter(({ server }) => server !== ownServer)
    const fresh = upstream.filter((tool) => !known.has(tool))
    const counts = await tokenizer.count(fresh.map(definitionOf))
    for (const [at, tool] of fresh.entries()) known.set(tool, counts[at] ?? 0)
    return upstream.reduce((sum, tool) => sum + (known.get(tool) ?? 0), 0)
  }
}

function definitionOf({ name, description, inputSchema }: CatalogTool): string {
  return JSON.stringify({ name, description, inputSchema })
}
