import { EngineError } from '../../../errors.ts'
import type { CatalogStore, CatalogTool } from '../../../ports/store/catalog.ts'
import type { ToolServers } from '../../../ports/tool-server.ts'
import type { HoldingsReader } from '../catalog/holdings.ts'
import { diffOf, type Finding, findingsIn, type ServerReport } from './doctor.ts'
import type { Upstreams } from './upstreams.ts'

export interface DoctorReport {
  readonly servers: readonly ServerReport[]
  readonly findings: readonly Finding[]
}

export interface PendingTool {
  readonly id: string
  readonly kind: 'new' | 'changed'
  readonly diff: string
}

/** What people ask of the gateway. */
export interface Administration {
  list(): Promise<readonly ServerReport[]>
  /** Asks every upstream anew, and names whatever a person should look at. */
  doctor(): Promise<DoctorReport>
  /** What waits for approval on one server, with its differences. */
  pending(server: string): Promise<readonly PendingTool[]>
  approve(server: string, tool?: string): Promise<readonly PendingTool[]>
}

export function createAdministration(deps: {
  readonly catalog: CatalogStore
  readonly servers: ToolServers
  readonly upstreams: Upstreams
  readonly views: HoldingsReader
}): Administration {
  const { catalog, servers, upstreams, views } = deps

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
      const outcomes = await Promise.allSettled(servers.names().map((name) => upstreams.sync(name)))
      for (const outcome of outcomes)
        if (outcome.status === 'rejected' && !(outcome.reason instanceof EngineError))
          throw outcome.reason
      const { everyTool } = await views.holdings()
      const foreign = [...everyTool.values()]
      return { servers: await list(), findings: findingsIn(foreign) }
    },
    async pending(server) {
      if (!(await list()).some((one) => one.server === server))
        throw new EngineError('server_not_found', `No upstream is called ${server}`, {
          hint: '`tamis gateway list` names them.',
          details: { server },
        })
      return (await catalog.tools())
        .filter((tool) => tool.server === server && isPending(tool))
        .map(toPending)
    },
    async approve(server, tool) {
      const waiting = (await catalog.tools()).filter(
        (one) => one.server === server && isPending(one),
      )
      const approved = new Set((await upstreams.approve(server, tool)).map(({ id }) => id))
      return waiting.filter(({ id }) => approved.has(id)).map(toPending)
    },
  }
}

function isPending(tool: CatalogTool): boolean {
  return tool.state === 'pending' || tool.proposed !== undefined
}

function toPending(tool: CatalogTool): PendingTool {
  return tool.proposed
    ? { id: tool.id, kind: 'changed', diff: diffOf(tool) }
    : { id: tool.id, kind: 'new', diff: `+ ${tool.description.slice(0, 200)}` }
}
