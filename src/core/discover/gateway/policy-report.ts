import type { Caller } from '../../../ports/caller.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { judge, type Policy, type Verdict } from './policy.ts'
import type { Upstreams } from './upstreams.ts'

interface PolicyReportDeps {
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
  readonly policy: () => Policy
  /** Upstreams of the configuration. */
  readonly configured: () => readonly string[]
}

/** What would happen to a call of one tool, or to a request for anything else a server offers. */
export interface PolicyLine extends Verdict {
  readonly server: string
  /** Absent for all that is no tool: prompts, resources, completions. */
  readonly tool?: string
}

/** What policy says to one caller of every upstream and tool; nothing is called. */
export async function policyReport(
  { upstreams, views, policy, configured }: PolicyReportDeps,
  caller: Caller | undefined,
  only: { readonly server?: string | undefined; readonly tool?: string | undefined },
): Promise<readonly PolicyLine[]> {
  await upstreams.listNewcomers()
  const { everyTool, tools, servers } = await views.holdings()
  const now = policy()
  return configured()
    .filter((server) => only.server === undefined || server === only.server)
    .flatMap((server) => {
      const isWaiting = servers.get(server)?.isQuarantined === true
      const rest = { server, ...judge(now, caller, { server, isWaiting }) }
      const own = [...everyTool.values()]
        .filter((tool) => tool.server === server)
        .filter(({ name }) => only.tool === undefined || name === only.tool)
        .map((tool) => ({
          server,
          tool: tool.name,
          ...judge(now, caller, { ...tool, isWaiting: !tools.has(tool.id) }),
        }))
      return only.tool === undefined ? [...own, rest] : own
    })
}
