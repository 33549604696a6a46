import { fillStores, madeModel, madeText, madeVector } from '../../bench/store/made-chunks.ts'
import type { SearchMode } from '../../src/core/knowledge/search/rank-chunks.ts'
import type { Documents } from '../../src/ports/store/documents.ts'
import { compareRankings, type RankParity } from './rank-parity.ts'

const queries = Array.from({ length: 20 }, (_, at) => madeText(9_000_000 + at, 7))
const modes = ['lexical', 'vector', 'hybrid'] as const

/** Fills both stores with the same made chunks and asks both the same made questions. */
export async function madeParity(
  one: Documents,
  other: Documents,
  chunks: number,
): Promise<readonly { readonly mode: SearchMode; readonly parity: RankParity }[]> {
  await fillStores([one, other], chunks)
  const found: { readonly mode: SearchMode; readonly parity: RankParity }[] = []
  for (const mode of modes) {
    let asked = 0
    // Both stores are asked in turn: two questions in a row have the same vector.
    const embed = async () => [madeVector(7_000_000 + Math.floor(asked++ / 2))]
    const models = {
      embedder: { model: madeModel, dimensions: 256, reads: 'words' as const, embed },
      background: 0,
    }
    found.push({ mode, parity: await compareRankings(one, other, models, queries, mode) })
  }
  return found
}
