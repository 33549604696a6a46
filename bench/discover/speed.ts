import { inMemoryCatalog } from '../../src/adapters/in-memory/catalog.ts'
import { pause } from '../../src/adapters/node/pause.ts'
import { createViews } from '../../src/core/discover/answer/view.ts'
import { createPastRuns } from '../../src/core/discover/past/past-runs.ts'
import { readIntent } from '../../src/core/discover/rank/intent.ts'
import { rank } from '../../src/core/discover/rank/rank.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { CatalogSkill, CatalogTool } from '../../src/ports/store/catalog.ts'
import { ours } from './rankers.ts'
import type { DiscoverSet } from './sets.ts'

export const toolCount = 5000
export const passes = 3
const noTools: readonly CatalogTool[] = []
const noSkills: readonly CatalogSkill[] = []

interface Percentiles {
  readonly p50: number
  readonly p95: number
}

interface Samples {
  readonly processor: number[]
  readonly wall: number[]
}

interface SearchTimes {
  readonly processor: Percentiles
  readonly wall: Percentiles
}

/** Milliseconds per search over 5,000 tools, each request asked for the first time in every pass. */
export async function searchTimes(
  sets: readonly DiscoverSet[],
  embedder: Embedder,
): Promise<SearchTimes> {
  const entries = sets.flatMap((set) => set.entries).slice(0, toolCount)
  const queries = sets.flatMap((set) => set.queries.slice(0, 100))
  const set = {
    name: 'all',
    tools: sets.flatMap((set) => set.tools).slice(0, toolCount),
    entries,
    labels: entries.map(({ id }) => id),
    queries,
    traces: [],
  }
  const times = queries.slice(warmUps).map((): Samples => ({ processor: [], wall: [] }))
  for (let pass = 0; pass < passes; pass++) {
    const rankQuery = await ours(set, { embedder })
    for (const { query } of queries.slice(0, warmUps)) await rankQuery(query)
    for (const [at, { query }] of queries.slice(warmUps).entries()) {
      const [before, startedAt] = [process.cpuUsage(), performance.now()]
      await rankQuery(query)
      const { user, system } = process.cpuUsage(before)
      times[at]?.wall.push(performance.now() - startedAt)
      times[at]?.processor.push((user + system) / 1000)
    }
  }
  return {
    processor: percentiles(times.map(({ processor }) => quantile(processor, 0.5))),
    wall: percentiles(times.map(({ wall }) => quantile(wall, 0.5))),
  }
}

const warmUps = 20

/** The product's view of a catalog that just came, and searches until its vectors are there. */
export async function firstSearch(
  sets: readonly DiscoverSet[],
  embedder: Embedder,
): Promise<{
  readonly tools: number
  readonly answeredMs: number
  readonly isLexical: boolean
  readonly readyMs: number
  readonly searches: number
  readonly slowestMs: number
}> {
  const tools = sets.flatMap((set) => set.tools).slice(0, toolCount)
  const catalog = inMemoryCatalog()
  const names = [...new Set(tools.map(({ server }) => server))]
  for (const name of names) {
    await catalog.saveServer({ name, description: '', kind: 'registered', isQuarantined: false })
    await catalog.replaceTools(
      name,
      tools.filter(({ server }) => server === name),
    )
  }
  const views = createViews({
    catalog,
    runs: createPastRuns(catalog),
    embedder,
    pause,
    ownTools: async () => noTools,
    localSkills: async () => noSkills,
    configured: () => new Set(),
    onEmbedderFailure: (error) => console.log(String(error)),
  })
  const search = async (): Promise<boolean> => {
    const { index, meaning } = await views.current()
    const intent = readIntent('convert a currency and mail the result')
    const found = await meaning?.of(intent)
    rank({ index, intent, ...(found ? { meaning: found } : {}) }, 10)
    return found === undefined
  }
  const startedAt = performance.now()
  let isLexical = await search()
  const answeredMs = performance.now() - startedAt
  const first = { tools: tools.length, answeredMs, isLexical }
  let [searches, slowestMs] = [0, 0]
  for (; isLexical; searches++) {
    const before = performance.now()
    isLexical = await search()
    slowestMs = Math.max(slowestMs, performance.now() - before)
    await pause(5, true)
  }
  return { ...first, readyMs: performance.now() - startedAt, searches, slowestMs }
}

function percentiles(values: readonly number[]): Percentiles {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95) }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
