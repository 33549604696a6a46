import type { Caller } from '../../../ports/caller.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import { adoptTools } from './adopt-tools.ts'

/** What a tool of our own learns about its call: it may do no more than its caller. */
interface OwnToolCall {
  readonly caller: Caller | undefined
  readonly signal: AbortSignal
}

/** A tool of our own that upstream-minded callers can find and run. */
export interface OwnTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: JsonObject
  run(args: JsonObject, call: OwnToolCall): Promise<unknown>
}

/** Tools of our own, under the name of a server that is no upstream. */
export interface OwnTools {
  offer(load: () => Promise<readonly OwnTool[]>): void
  /** As the catalog lists them; the same array until others are offered. */
  listed(): Promise<readonly CatalogTool[]>
  /** The one behind a tool of the catalog. */
  named(tool: CatalogTool): Promise<OwnTool | undefined>
}

export function createOwnTools(server: string, digest: Digest): OwnTools {
  let load: () => Promise<readonly OwnTool[]> = async () => []
  let loaded: Promise<Loaded> | undefined
  const get = (): Promise<Loaded> => {
    loaded ??= load().then(
      (tools) => ({
        tools,
        listed: adoptTools(server, tools, [], { digest, isQuarantined: false }),
      }),
      (error: unknown) => {
        loaded = undefined
        throw error
      },
    )
    return loaded
  }
  return {
    offer(next) {
      load = next
      loaded = undefined
    },
    listed: async () => (await get()).listed,
    async named(tool) {
      if (tool.server !== server) return undefined
      return (await get()).tools.find(({ name }) => name === tool.name)
    },
  }
}

interface Loaded {
  readonly tools: readonly OwnTool[]
  readonly listed: readonly CatalogTool[]
}
