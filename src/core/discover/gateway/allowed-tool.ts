import { EngineError } from '../../../errors.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import type { Upstreams } from './upstreams.ts'

export interface AllowedDeps {
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
}

/** The tool that a call means, when it may be called. */
export async function allowedTool(
  deps: AllowedDeps,
  server: string,
  name: unknown,
): Promise<CatalogTool> {
  await deps.upstreams.listNewcomers()
  const { tools, everyTool } = await deps.views.holdings()
  const isMeant = (tool: CatalogTool): boolean => tool.server === server && tool.name === name
  const tool = [...tools.values()].find(isMeant)
  if (tool) return tool
  const isWaiting = [...everyTool.values()].some(isMeant)
  throw isWaiting
    ? new EngineError('tool_not_callable', `${String(name)} of ${server} waits for approval`, {
        hint: `\`tamis gateway approve ${server}\` allows it.`,
      })
    : new EngineError('tool_not_found', `${server} has no tool ${String(name)}`, {
        details: { server },
      })
}
