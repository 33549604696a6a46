import type { Digest } from '../../ports/digest.ts'
import type { CatalogTool, JsonObject } from '../../ports/store/catalog.ts'
import { adoptTools } from './adopt.ts'

/** A tool of our own that upstream-minded callers can find and run. */
export interface OwnTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly annotations: JsonObject
  run(args: JsonObject, signal: AbortSignal): Promise<unknown>
}

export function ownCatalogTools(
  server: string,
  tools: readonly OwnTool[],
  digest: Digest,
): readonly CatalogTool[] {
  return adoptTools(server, tools, [], { digest, isQuarantined: false })
}
