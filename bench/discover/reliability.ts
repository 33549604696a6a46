import { type EngineOptions, engineOver } from './engine.ts'
import { gainsOf } from './measure.ts'
import type { DiscoverSet } from './sets.ts'

/** Results scored within a range: how many, how sure, and how many of them were right. */
export interface Reliability {
  readonly from: number
  readonly share: number
  readonly meanScore: number
  readonly right: number
}

const ranges = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8] as const
const mostQueries = 200

/** The ten best results of each query of each set; every set counts the same. */
export async function reliabilityOf(
  sets: readonly DiscoverSet[],
  optionsFor: (set: DiscoverSet) => EngineOptions,
): Promise<readonly Reliability[]> {
  const sums = ranges.map(() => ({ weight: 0, score: 0, right: 0 }))
  for (const set of sets) {
    const rankQuery = await engineOver(set, optionsFor(set))
    const queries = set.queries.slice(0, mostQueries)
    for (const { query, relevant } of queries) {
      const ranked = await rankQuery(query)
      const gains = gainsOf(
        set,
        ranked.map(({ entry }) => entry),
        new Set(relevant),
      )
      ranked.forEach(({ score }, place) => {
        const sum = sums[ranges.findLastIndex((from) => score >= from)]
        if (!sum) return
        sum.weight += 1 / queries.length
        sum.score += score / queries.length
        sum.right += (gains[place] ?? 0) / queries.length
      })
    }
  }
  const whole = sums.reduce((total, { weight }) => total + weight, 0)
  return ranges.flatMap((from, at) => {
    const { weight = 0, score = 0, right = 0 } = sums[at] ?? {}
    if (weight === 0) return []
    return [{ from, share: weight / whole, meanScore: score / weight, right: right / weight }]
  })
}
