import { topHits } from '../../text/bm25.ts'

/** How a sum of signals becomes a chance, at most `most`: by how high it is, and by how far it stands out. */
export interface ChanceCurve {
  readonly most: number
  /** Sums above it speak for a result, by `slope`; below, against it. */
  readonly even: number
  readonly slope: number
  /** How much it says to lead the crowd, */
  readonly lead: number
  /** and the best of it. */
  readonly margin: number
}

/** The best sums of an intent, among which a result may stand out. */
export interface Crowd {
  readonly total: number
  readonly count: number
  readonly best: number
  readonly second: number
}

const crowdSize = 10

export function crowdOf(sums: Float64Array): Crowd {
  const best = topHits(sums, crowdSize)
  return {
    total: best.reduce((total, { score }) => total + score, 0),
    count: best.length,
    best: best[0]?.score ?? 0,
    second: best[1]?.score ?? 0,
  }
}

/** The chance, 0 to 1, that a result with this sum of signals is wanted. */
export function toChance(
  sum: number,
  crowd: Crowd,
  { most, even, slope, lead, margin }: ChanceCurve,
): number {
  const odds = (sum - even) * slope + leadOf(sum, crowd) * lead + marginOf(sum, crowd) * margin
  return most / (1 + Math.exp(-odds))
}

/** How far a sum is above the mean of the others; what has no rival leads by all it has. */
function leadOf(sum: number, { total, count }: Crowd): number {
  return count <= 1 ? sum : sum - (total - sum) / (count - 1)
}

/** How far a sum is above the best of the others. */
function marginOf(sum: number, { best, second }: Crowd): number {
  return sum < best ? sum - best : sum - second
}
