import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { Engine } from '../../engine.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Call } from '../../operations/operation.ts'
import { companionTools } from './companions.ts'

/** Every upstream tool under a name of its own, for clients that want no discovery. */
export async function transparentTools(
  { engine, caller }: Visitor,
  client: string | undefined,
): Promise<Tool[]> {
  const upstream = await engine.discovery.forwarding.shownTools(caller, client)
  return [
    ...upstream.map((tool) => ({
      ...tool,
      inputSchema: { ...tool.inputSchema, type: 'object' as const },
      execution: { taskSupport: 'optional' as const },
    })),
    ...companionTools(),
  ]
}

/** Calls the upstream behind a name; `undefined` when it is none of theirs. */
export async function callTransparent(
  engine: Engine,
  name: string,
  args: Record<string, unknown>,
  { source, caller, signal, onProgress, client }: Call,
): Promise<CallToolResult | undefined> {
  const answer = await engine.discovery.forwarding.callShown(name, args, {
    source,
    caller,
    signal,
    client,
    ...(onProgress
      ? {
          onProgress: (done: number, total?: number, message = '') =>
            onProgress({ done, message, ...(total === undefined ? {} : { total }) }),
        }
      : {}),
  })
  return answer as CallToolResult | undefined
}
