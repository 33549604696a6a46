import type { Engine } from '../engine.ts'
import { operationOfTool, toolsOf } from '../operations/tools.ts'

/** Lets discover find the tools that the default list does not show, and execute run them. */
export function offerOwnTools(engine: Engine): Engine {
  const listed = new Set(toolsOf('default').map(({ name }) => name))
  const findable = toolsOf('all').filter(({ name }) => !listed.has(name))
  engine.discovery.offer(
    findable.map(({ name, description, inputSchema, annotations }) => ({
      name,
      description,
      inputSchema,
      annotations,
      run: async (args, call) =>
        operationOfTool(name)?.run(engine, args, { ...call, source: 'execute' }),
    })),
  )
  return engine
}
