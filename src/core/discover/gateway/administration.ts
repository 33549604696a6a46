import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { CatalogStore } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { type Finding, findingsIn, type ServerReport } from './doctor.ts'
import { digestOfAll, isPending, type PendingTool, toPending } from './pending-tool.ts'
import type { Policy } from './policy.ts'
import { type PolicyLine, policyReport } from './policy-report.ts'
import type { Upstreams } from './upstreams.ts'

export interface DoctorReport {
  readonly servers: readonly ServerReport[]
  readonly findings: readonly Finding[]
}

/** What waits on one server, and the digest that approving all of it takes. */
export interface Waiting {
  readonly pending: readonly PendingTool[]
  readonly digest: string
}

/** What people ask of the gateway. */
export interface Administration {
  list(): Promise<readonly ServerReport[]>
  /** Asks every upstream anew, and names whatever a person should look at. */
  doctor(): Promise<DoctorReport>
  /** What waits for approval on one server, with its differences. */
  pending(server: string): Promise<Waiting>
  /** Approves what has the digest `shown`: one tool, or without `tool` all that wait. */
  approve(server: string, shown: string, tool?: string): Promise<readonly PendingTool[]>
  /** Starts a server anew and lists it; throws why that cannot be done. */
  restart(server: string): Promise<ServerReport | undefined>
  /** The last lines a server wrote on stderr. */
  logOf(server: string): readonly string[]
  /** What policy says to one caller of every upstream and tool; nothing is called. */
  checkPolicy(
    caller: Caller | undefined,
    only: { readonly server?: string | undefined; readonly tool?: string | undefined },
  ): Promise<readonly PolicyLine[]>
}

export function createAdministration(deps: {
  readonly catalog: CatalogStore
  readonly servers: ToolServers
  readonly digest: Digest
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
  readonly policy: () => Policy
}): Administration {
  const { catalog, servers, digest, upstreams, views } = deps

  async function list(): Promise<readonly ServerReport[]> {
    const records = new Map((await catalog.servers()).map((record) => [record.name, record]))
    const tools = Map.groupBy(await catalog.tools(), ({ server }) => server)
    const registered = [...records.values()].filter(
      ({ name, kind }) => kind === 'registered' && !servers.names().includes(name),
    )
    return [...servers.names(), ...registered.map(({ name }) => name)].map((server) => {
      const own = tools.get(server) ?? []
      const isUpstream = servers.names().includes(server)
      const status = isUpstream ? servers.status(server) : undefined
      return {
        server,
        state: status?.state ?? 'stopped',
        transport: status?.transport ?? 'registered',
        isQuarantined: records.get(server)?.isQuarantined ?? false,
        tools: own.length,
        pending: own.filter(isPending).length,
        ...(status?.problem ? { problem: status.problem } : {}),
      }
    })
  }

  return {
    list,
    async doctor() {
      const names = servers.names()
      const outcomes = await Promise.allSettled(names.map((name) => upstreams.sync(name)))
      const problems = new Map<string, string>()
      for (const [index, outcome] of outcomes.entries()) {
        if (outcome.status === 'fulfilled') continue
        if (!(outcome.reason instanceof EngineError)) throw outcome.reason
        problems.set(names[index] ?? '', outcome.reason.message)
      }
      const { everyTool } = await views.holdings()
      const foreign = [...everyTool.values()]
      const reports = (await list()).map((report) => {
        const problem = report.problem ?? problems.get(report.server)
        return problem === undefined ? report : { ...report, problem }
      })
      const unlisted = names.flatMap((server) => {
        const problem = upstreams.skillsProblem(server)
        return problem === undefined
          ? []
          : [{ tool: server, finding: `its skills cannot be listed: ${problem}` }]
      })
      return { servers: reports, findings: [...findingsIn(foreign), ...unlisted] }
    },
    async pending(server) {
      if (!(await list()).some((one) => one.server === server))
        throw new EngineError('server_not_found', phrase`No upstream is called ${server}`, {
          hint: '`tamis gateway list` names them.',
          details: { server },
        })
      const waiting = (await catalog.tools()).filter(
        (tool) => tool.server === server && isPending(tool),
      )
      return {
        pending: waiting.map((tool) => toPending(tool, digest)),
        digest: digestOfAll(waiting, digest),
      }
    },
    approve: async (server, shown, tool) =>
      (await upstreams.approve(server, shown, tool)).map((one) => toPending(one, digest)),
    async restart(server) {
      await servers.restart(server)
      await upstreams.sync(server)
      return (await list()).find((one) => one.server === server)
    },
    logOf: (server) => servers.logOf(server),
    checkPolicy: (caller, only) =>
      policyReport({ ...deps, configured: servers.names }, caller, only),
  }
}
