import type { Engine, OwnTool } from '../engine.ts'
import { operationOfTool, toolsOf } from '../operations/tools.ts'

/** The tools of ours that the default list does not show, for discover to find and execute to run. */
export function ownTools(engine: Engine): readonly OwnTool[] {
  const listed = new Set(toolsOf('default').map(({ name }) => name))
  const findable = toolsOf('all').filter(({ name }) => !listed.has(name))
  return findable.map(({ name, description, inputSchema, annotations }) => ({
    name,
    description,
    inputSchema,
    annotations,
    run: async (args, call) =>
      operationOfTool(name)?.run(engine, args, { ...call, source: 'execute' }),
  }))
}
