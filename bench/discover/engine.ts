import { setTimeout as pause } from 'node:timers/promises'
import { inMemoryCatalog } from '../../src/adapters/in-memory/catalog.ts'
import { inMemoryLedger } from '../../src/adapters/in-memory/ledger.ts'
import { inMemoryOriginals } from '../../src/adapters/in-memory/originals.ts'
import { loadSchemaValidator } from '../../src/adapters/mcp-client/schema-validator.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { o200kTokenizer } from '../../src/adapters/tokenizer/tokenizer.ts'
import { createDiscovery, type Discovery } from '../../src/core/discover/discovery.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { ToolServers } from '../../src/ports/tool-server.ts'
import { noIdentities } from '../../test/support/discovery-stage.ts'
import type { DiscoverSet } from './sets.ts'

export interface EngineOptions {
  readonly embedder?: Embedder | undefined
  readonly traces?: DiscoverSet['traces']
}

/** A result as callers get it, with the position of its tool in the set. */
export interface Found {
  readonly entry: number
  readonly score: number
}

/** The product itself over one set: tools are registered, past runs recorded, intents searched. */
export async function engineOver(
  set: DiscoverSet,
  { embedder, traces = [] }: EngineOptions,
): Promise<(query: string) => Promise<readonly Found[]>> {
  const discovery = createDiscovery({
    ...{ catalog: inMemoryCatalog(), originals: inMemoryOriginals(), ledger: inMemoryLedger() },
    ...{ servers: noServers, tokenizer: o200kTokenizer(digest), digest, embedder },
    loadValidator: loadSchemaValidator,
    now: Date.now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    pause: async (ms) => pause(ms),
    settings: {
      ...{ offers: [], quarantined: new Set(), unconfirmed: new Set(), firstListingMs: 0 },
      ...{ maxStringChars: 2000, maxMediaBytes: 10_000, resultTtlMs: 60_000 },
      policy: () => ({ isStrict: false, rules: [] }),
    },
    takeTurn: () => 0,
    ...noIdentities,
  })
  const entries = await registerSet(discovery, set)
  const idOf = new Map([...entries].map(([id, entry]) => [set.labels[entry] ?? '', id]))
  for (const { query, tools } of traces)
    await discovery.record({
      intent: query,
      tools: tools.flatMap((label) => idOf.get(label) ?? []),
      success: true,
    })
  await settle(discovery, set, embedder !== undefined)
  return async (intent) => {
    const { results } = await discovery.discover({
      ...{ intent, limit: 10, verbosity: 'minimal', filter: { type: 'tool' } },
    })
    return results.flatMap(({ id, score }) => {
      const entry = entries.get(id)
      return entry === undefined ? [] : [{ entry, score }]
    })
  }
}

async function registerSet(
  discovery: Discovery,
  set: DiscoverSet,
): Promise<ReadonlyMap<string, number>> {
  const entries = new Map<string, number>()
  const numbered = set.tools.map((tool, entry) => ({ tool, entry }))
  for (const [server, tools] of Map.groupBy(numbered, ({ tool }) => tool.server)) {
    const first = tools[0]?.entry ?? 0
    const description = set.entries[first]?.text.serverDescription ?? ''
    const kept = await discovery.register(
      server,
      tools.map(({ tool: { name, description, inputSchema, tags, examples } }) => ({
        ...{ name, description, inputSchema, tags, examples },
      })),
      description,
    )
    const numbers = new Map(tools.toReversed().map(({ tool, entry }) => [tool.name, entry]))
    for (const { id, name } of kept) entries.set(id, numbers.get(name) ?? -1)
  }
  return entries
}

/** An encoder takes minutes to read thousands of tools. */
const mostPolls = 6000
const stillPolls = 5

/** Waits until what is embedded and learned on the side no longer changes the answers. */
async function settle(discovery: Discovery, set: DiscoverSet, hasVectors: boolean): Promise<void> {
  const asked = set.queries.slice(0, 3).map(({ query }) => query)
  const probes = asked.length > 0 ? asked : ['find something']
  let [before, still] = ['', 0]
  for (let poll = 0; poll < mostPolls && still < stillPolls; poll++) {
    const answers = []
    for (const intent of probes)
      answers.push(await discovery.discover({ intent, verbosity: 'minimal' }))
    const isReady = !hasVectors || answers.every(({ meta }) => meta.missing === undefined)
    const now = JSON.stringify(answers.map(({ results }) => results))
    still = isReady && now === before ? still + 1 : 0
    before = now
    await pause(100)
  }
}

const noServers: ToolServers = {
  names: () => [],
  list: () => Promise.reject(new Error('no upstream')),
  call: () => Promise.reject(new Error('no upstream')),
  request: () => Promise.reject(new Error('no upstream')),
  status: () => ({ state: 'stopped', transport: 'stdio' }),
  restart: async () => {},
  logOf: () => [],
  exchange: () => Promise.reject(new Error('no upstream')),
  link: () => Promise.reject(new Error('no upstream')),
  onToolsChanged: () => {},
  close: async () => {},
}
