import type { Embedder } from '../../src/ports/embedder.ts'
import { ours } from './rankers.ts'
import type { DiscoverSet } from './sets.ts'

/** Milliseconds of processor time per search over 5,000 tools, each query asked for the first time. */
export async function searchTimes(
  sets: readonly DiscoverSet[],
  embedder: Embedder,
): Promise<{ readonly tools: number; readonly p50: number; readonly p95: number }> {
  const entries = sets.flatMap((set) => set.entries).slice(0, 5000)
  const queries = sets.flatMap((set) => set.queries.slice(0, 100))
  const set = { name: 'all', entries, labels: entries.map(({ id }) => id), queries, traces: [] }
  const rankQuery = await ours(set, { embedder })
  for (const { query } of queries.slice(0, 20)) await rankQuery(query)
  const times: number[] = []
  for (const { query } of queries.slice(20)) {
    const before = process.cpuUsage()
    await rankQuery(query)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  times.sort((a, b) => a - b)
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0
  return { tools: entries.length, p50: at(0.5), p95: at(0.95) }
}
