import type { CatalogTool } from '../../../ports/store/catalog.ts'
import { mayDestroy } from '../catalog/annotations.ts'
import type { View } from './view.ts'

/** One tool of the catalog, usable or not, as people browse it. */
export interface BrowsedTool {
  readonly id: string
  readonly server: string
  readonly name: string
  readonly description: string
  /** `quarantined` and `pending` tools are seen but not callable. */
  readonly state: 'active' | 'pending' | 'changed' | 'quarantined'
  readonly is_destructive: boolean
  readonly findings: readonly string[]
  readonly uses: number
}

/** A tool, the tools used with it, and how often any two of them ran together. */
export interface Neighbourhood {
  readonly id: string
  readonly uses: number
  readonly neighbours: readonly {
    readonly tool: string
    readonly strength: number
    readonly support: number
  }[]
  readonly links: readonly {
    readonly from: string
    readonly to: string
    readonly support: number
  }[]
}

/** Every tool by server and name. */
export function browseTools({ everyTool, servers, graph }: View): readonly BrowsedTool[] {
  return [...everyTool.values()]
    .map((tool) => ({
      id: tool.id,
      server: tool.server,
      name: tool.name,
      description: tool.description,
      state: stateOf(tool, servers.get(tool.server)?.isQuarantined ?? false),
      is_destructive: mayDestroy(tool.annotations),
      findings: tool.findings,
      uses: graph.uses(tool.id),
    }))
    .sort((a, b) => compare(a.server, b.server) || compare(a.name, b.name))
}

/** The co-occurrence graph around one tool. */
export function neighbourhoodOf({ graph }: View, id: string, limit: number): Neighbourhood {
  const neighbours = graph.coOccurrences(id, limit)
  const links = neighbours.flatMap(({ tool: from }, at) =>
    neighbours
      .slice(at + 1)
      .map(({ tool: to }) => ({ from, to, support: graph.together(from, to) }))
      .filter(({ support }) => support > 0),
  )
  return { id, uses: graph.uses(id), neighbours, links }
}

function stateOf(tool: CatalogTool, isQuarantined: boolean): BrowsedTool['state'] {
  if (isQuarantined) return 'quarantined'
  if (tool.state === 'pending') return 'pending'
  return tool.proposed ? 'changed' : 'active'
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
