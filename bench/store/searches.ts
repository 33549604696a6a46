import { search } from '../../src/core/knowledge/search/search.ts'
import { fillStores, madeModel, madeText, madeVector } from './made-chunks.ts'
import type { BenchDocuments } from './stores.ts'
import { printTable, timed, timingCells } from './timing.ts'

const queries = 60
/** Asked before the clock starts: counts and vectors are remembered afterwards. */
const warmUp = 5

/** Whole searches, from words to hits, over made chunks of 120 words with vectors of 256 numbers. */
export async function measureSearches(
  stores: readonly BenchDocuments[],
  chunks: number,
): Promise<void> {
  const started = performance.now()
  await fillStores(
    stores.map(({ documents }) => documents),
    chunks,
  )
  console.log(`\n${chunks} chunks put into each store (${seconds(started)} s for all of them)`)
  const rows: string[][] = []
  for (const mode of ['lexical', 'vector', 'hybrid'] as const)
    for (const { name, documents } of stores) {
      let asked = 0
      const embedder = {
        model: madeModel,
        dimensions: 256,
        reads: 'words' as const,
        embed: async () => [madeVector(7_000_000 + asked++)],
      }
      const deps = { documents, embedder, now: () => 0, staleAfterMs: Number.POSITIVE_INFINITY }
      const run = (at: number) =>
        search(deps, { query: madeText(9_000_000 + at, 9), mode, limit: 10, syntax: 'plain' })
      for (let at = 0; at < warmUp; at++) await run(-1 - at)
      const { by } = await run(0)
      const timing = await timed(queries, 1, run)
      rows.push([mode, name, Object.values(by).join(' + '), ...timingCells(timing)])
    }
  printTable(['search', 'store', 'by', 'per second', 'p50 ms', 'p99 ms'], rows)
}

function seconds(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(0)
}
