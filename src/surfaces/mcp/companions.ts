import type { Tool } from '@modelcontextprotocol/server'
import type { Engine } from '../../engine.ts'
import type { Call, ToolResult } from '../../operations/operation.ts'
import { operationOfTool, toolsOf } from '../../operations/tools.ts'

/** Tools of ours that the upstreams' shortened results need. */
const names = ['recover_text']

export function companionTools(): readonly Tool[] {
  return toolsOf('default').filter(({ name }) => names.includes(name))
}

/** Runs a tool of ours beside an upstream's; `undefined` when it is none of these. */
export async function callCompanion(
  engine: Engine,
  name: unknown,
  args: unknown,
  call: Call,
): Promise<ToolResult | undefined> {
  const operation = names.includes(String(name)) ? operationOfTool(String(name)) : undefined
  return operation?.runForTool(engine, args, call)
}
