import { findAlternatives } from '../../src/core/discover/answer/find-alternatives.ts'
import { buildEvidenceIndex } from '../../src/core/discover/past/evidence-index.ts'
import { buildToolGraph, type ToolGraph } from '../../src/core/discover/past/tool-graph.ts'
import { buildSearchIndex } from '../../src/core/discover/rank/search-index.ts'
import type { Trace } from '../../src/ports/store/catalog.ts'
import { type RawTool, readJson, toEntry } from './sets.ts'

interface Workflow {
  readonly request: string
  readonly nodes: readonly string[]
  readonly links: readonly (readonly [string, string])[]
}

export interface HitRates {
  readonly hit1: number
  readonly hit3: number
}

/** The next tool of each test workflow, from counts of pairs and from what the product knows. */
export function nextToolRates(): { pairs: HitRates; tamis: HitRates; cases: number } {
  const { train, test } = readJson<{ train: Workflow[]; test: Workflow[] }>('workflows-ultratool')
  const graph = buildToolGraph(train.map(toTrace))
  const tools = [...new Set(train.flatMap(({ nodes }) => nodes))]
  const numbers = new Map(tools.map((tool, number) => [tool, number]))
  const evidence = buildEvidenceIndex(
    train.map(({ request, nodes }) => ({
      intent: request,
      entries: [...new Set(nodes)].flatMap((tool) => numbers.get(tool) ?? []),
    })),
    tools.length,
  )
  const pairs = countPairs(train)
  const cases = test.flatMap(({ request, nodes, links }) =>
    links.map(([from, to]) => ({
      request,
      to,
      path: nodes.slice(0, Math.max(nodes.indexOf(to), 1)),
      from,
    })),
  )
  const chance = (request: string): Float64Array => evidence.of(request).near
  return {
    cases: cases.length,
    pairs: rates(cases.map(({ from, to }) => placeOf(pairs(from), to))),
    tamis: rates(
      cases.map(({ request, path, to }) =>
        placeOf(
          graph
            .next(path, tools.length, wantedBy(chance(request), numbers))
            .map(({ tool }) => tool),
          to,
        ),
      ),
    ),
  }
}

function wantedBy(
  boosts: Float64Array,
  numbers: ReadonlyMap<string, number>,
): Parameters<ToolGraph['next']>[2] {
  return (tool) => boosts[numbers.get(tool) ?? -1] ?? 0
}

function countPairs(train: readonly Workflow[]): (from: string) => readonly string[] {
  const counts = new Map<string, Map<string, number>>()
  for (const { links } of train)
    for (const [from, to] of links) {
      const inner = counts.get(from) ?? new Map<string, number>()
      counts.set(from, inner.set(to, (inner.get(to) ?? 0) + 1))
    }
  return (from) => [...(counts.get(from) ?? [])].sort((a, b) => b[1] - a[1]).map(([tool]) => tool)
}

function toTrace({ request, nodes, links }: Workflow): Trace {
  return { at: 0, intent: request, tools: nodes, links, isSuccess: true, origin: 'recorded' }
}

/** Tools of other servers that do the same, first guess. */
export function alternativeRate(): { readonly hit1: number; readonly cases: number } {
  const { tools, gold } = readJson<{
    tools: RawTool[]
    gold: { id: string; alternatives: string[] }[]
  }>('alternatives')
  const index = buildSearchIndex(tools.map(toEntry))
  const places = gold.map(({ id, alternatives }) => {
    const [best] = findAlternatives(
      index,
      tools.findIndex((tool) => tool.id === id),
      1,
    )
    return best && alternatives.includes(tools[best.entry]?.id ?? '') ? 0 : -1
  })
  return { hit1: rates(places).hit1, cases: gold.length }
}

function placeOf(ranked: readonly string[], wanted: string): number {
  return ranked.indexOf(wanted)
}

function rates(places: readonly number[]): HitRates {
  const share = (within: number): number =>
    (100 * places.filter((place) => place >= 0 && place < within).length) / places.length
  return { hit1: share(1), hit3: share(3) }
}
