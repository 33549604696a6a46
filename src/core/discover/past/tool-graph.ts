import type { Trace } from '../../../ports/store/catalog.ts'

/** Which tools are used together, and in which order, as past executions had it. */
export interface ToolGraph {
  /** Tools used with this one, strongest first; strength is the share of its runs that had both. */
  coOccurrences(tool: string, limit: number): readonly Neighbour[]
  /** What usually follows, given the tools used so far, most likely first; `wanted` says from 0 to 1 how much an intent asks for each. */
  next(
    path: readonly string[],
    limit: number,
    wanted?: (tool: string) => number,
  ): readonly Neighbour[]
  /** How many runs used both. */
  together(one: string, other: string): number
  /** How many runs used it. */
  uses(tool: string): number
}

interface Neighbour {
  readonly tool: string
  /** 0 to 1. */
  readonly strength: number
  /** Runs that show it. */
  readonly support: number
}

type Counts = Map<string, Map<string, number>>

/** How much one more tool of context is believed over the shorter one: counts against this many. */
const backOff = 2
/** An intent that asks for a tool says more about the next one than habit does. */
const wantedWeight = 150
/** A pair seen once or twice may be chance. */
const coOccurrencePrior = 1

export function buildToolGraph(traces: readonly Trace[]): ToolGraph {
  const uses = new Map<string, number>()
  const pairs: Counts = new Map()
  const follows: Counts = new Map()
  for (const { tools, links } of traces) {
    const distinct = [...new Set(tools)]
    for (const tool of distinct) {
      uses.set(tool, (uses.get(tool) ?? 0) + 1)
      for (const other of distinct) if (other !== tool) count(pairs, tool, other)
    }
    countOrder(follows, tools, links)
  }
  const usesOf = (tool: string): number => uses.get(tool) ?? 0
  return {
    uses: usesOf,
    together: (one, other) => pairs.get(one)?.get(other) ?? 0,
    coOccurrences: (tool, limit) =>
      strongest(pairs.get(tool), (support) => support / (usesOf(tool) + coOccurrencePrior), limit),
    next: (path, limit, wanted) => nextOf(follows, uses, path, limit, wanted),
  }
}

/** After one tool, after two in a row, and after the start; `links` say more than the mere order. */
function countOrder(follows: Counts, tools: readonly string[], links: Trace['links']): void {
  tools.forEach((tool, at) => {
    count(follows, contextOf(tools.slice(0, at), 1), tool)
    if (at >= 2) count(follows, contextOf(tools.slice(0, at), 2), tool)
  })
  for (const [from, to] of links)
    if (tools[tools.indexOf(to) - 1] !== from) count(follows, contextOf([from], 1), to)
}

function nextOf(
  follows: Counts,
  uses: ReadonlyMap<string, number>,
  path: readonly string[],
  limit: number,
  wanted: (tool: string) => number = () => 0,
): readonly Neighbour[] {
  const used = new Set(path)
  const last = follows.get(contextOf(path, 1))
  const lastTwo = path.length >= 2 ? follows.get(contextOf(path, 2)) : undefined
  const candidates = new Set([...(last?.keys() ?? []), ...(lastTwo?.keys() ?? [])])
  if (candidates.size < limit) for (const tool of uses.keys()) candidates.add(tool)
  const everything = [...uses.values()].reduce((sum, value) => sum + value, 0) || 1
  return [...candidates]
    .filter((tool) => !used.has(tool))
    .map((tool) => {
      const ground = (uses.get(tool) ?? 0) / everything
      const afterOne = blend(last, tool, ground)
      const usual = lastTwo ? blend(lastTwo, tool, afterOne) : afterOne
      const order = usual * (1 + wantedWeight * wanted(tool))
      return { order, tool, strength: usual, support: last?.get(tool) ?? 0 }
    })
    .sort((a, b) => b.order - a.order || (a.tool < b.tool ? -1 : 1))
    .slice(0, limit)
    .map(({ order: _, ...neighbour }) => neighbour)
}

/** Counts, smoothed towards what the shorter context says. */
function blend(
  counts: ReadonlyMap<string, number> | undefined,
  tool: string,
  prior: number,
): number {
  if (!counts) return prior
  let total = 0
  for (const value of counts.values()) total += value
  return ((counts.get(tool) ?? 0) + backOff * prior) / (total + backOff)
}

function strongest(
  counts: ReadonlyMap<string, number> | undefined,
  strengthOf: (support: number) => number,
  limit: number,
): readonly Neighbour[] {
  return [...(counts ?? [])]
    .map(([tool, support]) => ({ tool, support, strength: strengthOf(support) }))
    .sort((a, b) => b.strength - a.strength || (a.tool < b.tool ? -1 : 1))
    .slice(0, limit)
}

function contextOf(path: readonly string[], length: number): string {
  return path.length === 0 ? '' : path.slice(-length).join('\u0000')
}

function count(counts: Counts, key: string, value: string): void {
  const inner = counts.get(key) ?? new Map<string, number>()
  counts.set(key, inner.set(value, (inner.get(value) ?? 0) + 1))
}
