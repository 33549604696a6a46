import type { Caller } from '../../ports/caller.ts'
import type { Digest } from '../../ports/digest.ts'
import type { CatalogTool, JsonObject } from '../../ports/store/catalog.ts'
import { adoptTools } from './adopt.ts'

/** What a tool of our own learns about its call: it may do no more than its caller. */
export interface OwnToolCall {
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

export function ownCatalogTools(
  server: string,
  tools: readonly OwnTool[],
  digest: Digest,
): readonly CatalogTool[] {
  return adoptTools(server, tools, [], { digest, isQuarantined: false })
}
