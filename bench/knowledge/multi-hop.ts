import { createPool } from '../../src/core/knowledge/ask/pool.ts'
import { retrieveAll } from '../../src/core/knowledge/ask/retrieve-all.ts'
import { ask10, type Base } from './base.ts'
import type { Corpus } from './data.ts'
import { measure, type Run } from './metrics.ts'

const poolLimit = 15

/** The gold sub-questions as a model would give them: how much of the evidence the pool then holds. */
export async function measureMultiHop({ queries }: Corpus, base: Base): Promise<void> {
  console.log('\nmulti-hop with gold sub-questions: evidence in the pool, beside one search')
  for (const mode of ['lexical', 'hybrid'] as const) {
    const hops: Run[] = []
    const single: Run[] = []
    for (const { query, relevant, decomposition = [] } of queries) {
      const request = {
        question: query,
        mode,
        k: 10,
        multiHop: true,
        extractive: false,
        filter: {},
      }
      const pool = createPool(poolLimit)
      pool.add(await retrieveAll(base, request, decomposition))
      hops.push({ ids: pool.chunks.map(({ documentId }) => documentId), relevant })
      single.push({ ids: (await ask10(base, query, mode)).ids, relevant })
    }
    show(`one search, ${mode}`, single)
    show(`hops, ${mode}`, hops)
  }
}

function show(name: string, runs: readonly Run[]): void {
  const { recall5, recall10, all10 } = measure(runs)
  const figures = `R@5 ${recall5.toFixed(3)}  R@10 ${recall10.toFixed(3)}  all in 10 ${all10.toFixed(3)}`
  console.log(`${name.padEnd(22)} ${figures}`)
}
