import { inMemoryCatalog } from '../../src/adapters/in-memory/catalog.ts'
import { inMemoryLedger } from '../../src/adapters/in-memory/ledger.ts'
import { inMemoryOriginals } from '../../src/adapters/in-memory/originals.ts'
import { loadSchemaValidator } from '../../src/adapters/mcp-client/schema-validator.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { o200kTokenizer } from '../../src/adapters/tokenizer/tokenizer.ts'
import { requestLimits } from '../../src/core/access/request-limits.ts'
import {
  createDiscovery,
  type Discovery,
  type DiscoveryDeps,
  type GatewaySettings,
} from '../../src/core/discover/discovery.ts'
import { EngineError } from '../../src/errors.ts'
import type { CatalogStore, JsonObject } from '../../src/ports/store/catalog.ts'
import type { Ledger } from '../../src/ports/store/ledger.ts'
import type { Originals } from '../../src/ports/store/originals.ts'
import type {
  ClientConnection,
  ListedSkill,
  ListedTool,
  ToolServers,
} from '../../src/ports/tool-server.ts'

/** Plays an upstream: what it lists, and what each tool answers. */
export interface StagedServer {
  tools: ListedTool[]
  /** It cannot be reached. */
  isFailed?: boolean
  skills?: ListedSkill[] | undefined
  skillsProblem?: string
  /** The text of each resource. */
  resources?: Record<string, string>
  call?(tool: string, args: JsonObject, signal: AbortSignal | undefined): unknown
}

export interface DiscoveryStage {
  readonly discovery: Discovery
  readonly catalog: CatalogStore
  readonly originals: Originals
  readonly ledger: Ledger
  readonly calls: { readonly tool: string; readonly args: JsonObject }[]
  /** Says that the tools of a server changed, as `list_changed` would. */
  announce(server: string, client?: ClientConnection): void
  clock: { now: number }
}

export const tokenizer = o200kTokenizer(digest)

/** The whole feature over stores in memory and servers that are plain objects. */
export function setDiscovery(
  servers: Readonly<Record<string, StagedServer>> = {},
  settings: Partial<GatewaySettings> = {},
  more: Partial<DiscoveryDeps> = {},
): DiscoveryStage {
  const calls: { tool: string; args: JsonObject }[] = []
  const listeners: Parameters<ToolServers['onToolsChanged']>[0][] = []
  const clock = { now: Date.UTC(2026, 0, 1) }
  const ports = {
    catalog: inMemoryCatalog(),
    originals: inMemoryOriginals(),
    ledger: inMemoryLedger(),
  }
  const discovery = createDiscovery({
    ...ports,
    servers: stagedServers(servers, calls, listeners),
    tokenizer,
    loadValidator: loadSchemaValidator,
    digest,
    now: () => clock.now,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    // Deadlines never come; breaths between two pieces of work are short.
    pause: (ms) => (ms > 1 ? new Promise(() => {}) : Promise.resolve()),
    settings: {
      quarantined: new Set(),
      unconfirmed: new Set(),
      offers: [],
      firstListingMs: 5000,
      maxStringChars: 2000,
      maxMediaBytes: 10_000,
      resultTtlMs: 60_000,
      policy: () => ({ isStrict: false, rules: [] }),
      ...settings,
    },
    logins: noIdentities.logins,
    callerValues: noIdentities.callerValues,
    takeTurn: requestLimits(() => clock.now).take,
    ...more,
  })
  const announce: DiscoveryStage['announce'] = (server, client) => {
    for (const listener of listeners) listener(server, undefined, client)
  }
  return { discovery, ...ports, calls, announce, clock }
}

function stagedServers(
  servers: Readonly<Record<string, StagedServer>>,
  calls: { tool: string; args: JsonObject }[],
  listeners: Parameters<ToolServers['onToolsChanged']>[0][],
): ToolServers {
  const serverNamed = (name: string): StagedServer => {
    const server = servers[name]
    if (!server) throw new EngineError('server_not_found', `No upstream is called ${name}`)
    return server
  }
  return {
    names: () => Object.keys(servers),
    list: async (server) => {
      const { tools, skills, skillsProblem, isFailed } = serverNamed(server)
      if (isFailed) throw new EngineError('server_unavailable', `${server} does not answer`)
      return {
        ...{ description: '', tools, era: 'legacy' },
        ...(skills ? { skills } : {}),
        ...(skillsProblem ? { skillsProblem } : {}),
      }
    },
    async call(server, tool, args, { signal }) {
      calls.push({ tool: `${server}:${tool}`, args })
      const answer = await serverNamed(server).call?.(tool, args, signal)
      return { isError: false, result: { content: [], structuredContent: answer ?? {} } }
    },
    request: async (server, method, params) => {
      const text = serverNamed(server).resources?.[String(params?.uri)]
      return text === undefined ? { method } : { contents: [{ uri: params?.uri, text }] }
    },
    status: (server) => ({
      state: serverNamed(server).isFailed ? 'failed' : 'stopped',
      transport: 'stdio',
    }),
    restart: async () => {},
    logOf: () => [],
    exchange: async () => new Response(),
    link: async () => ({ send: async () => {}, close: async () => {} }),
    onToolsChanged: (listener) => void listeners.push(listener),
    close: async () => {},
  }
}

/** Servers that are plain objects ask nobody who they are. */
export const noIdentities: Pick<DiscoveryDeps, 'logins' | 'callerValues'> = {
  logins: {
    begin: async () => ({ kind: 'browser', url: '', state: '' }),
    finish: async () => undefined,
    logout: async () => false,
    list: async () => [],
  },
  callerValues: { set: async () => {}, remove: async () => false, list: async () => [] },
}

/** A tool with string parameters; names ending in `?` are optional. */
export function listedTool(
  name: string,
  description: string,
  parameters: readonly string[] = [],
  more: Partial<ListedTool> = {},
): ListedTool {
  const names = parameters.map((parameter) => parameter.replace('?', ''))
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(names.map((parameter) => [parameter, { type: 'string' }])),
      required: parameters.filter((parameter) => !parameter.endsWith('?')),
    },
    ...more,
  }
}
