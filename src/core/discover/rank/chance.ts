import type { Bm25Hit } from '../../text/bm25.ts'
import type { Question } from './question.ts'

/** The best results of an intent, among which one may stand out, and what speaks for the first of them. */
export interface Standing {
  readonly total: number
  readonly count: number
  readonly best: number
  readonly second: number
  /** How many as good as the best there are, counting each by how near it comes. */
  readonly rivals: number
  /** What the whole search adds to the odds of each result, by feature. */
  readonly search: Readonly<Record<SearchFeature, number>>
}

const candidateCount = 10

/** What is looked at to tell a search that found something from one that did not. */
const searchFeatures = {
  best: (_question: Question, { score }: Bm25Hit) => score,
  covered: ({ covered }: Question, { document }: Bm25Hit) => covered[document] ?? 0,
  nearlyCovered: ({ meaning }: Question, { document }: Bm25Hit) =>
    meaning?.covered?.[document] ?? 0,
  headlineSaid: ({ ofHeadline }: Question, { document }: Bm25Hit) => ofHeadline[document] ?? 0,
  nameSaid: ({ ofName }: Question, { document }: Bm25Hit) => ofName[document] ?? 0,
  meaning: ({ meaning }: Question, { document }: Bm25Hit) => meaning?.whole[document] ?? 0,
  subject: ({ meaning }: Question, { document }: Bm25Hit) => meaning?.subject?.(document) ?? 0,
  pairs: ({ inPairs }: Question, { document }: Bm25Hit) => inPairs(document),
  usualMeaning: ({ meaning }: Question) => (meaning ? meanOf(meaning.whole) : 0),
  past: ({ evidence }: Question, { document }: Bm25Hit) => evidence?.boosts[document] ?? 0,
  said: saidShare,
  size: ({ index }: Question) => Math.log(1 + index.entries.length),
  length: ({ intent }: Question) => Math.log(1 + intent.terms.length),
} as const

type SearchFeature = keyof typeof searchFeatures

/** What tells one result of a search from the others. */
export const resultFeatures = ['sum', 'lead', 'margin', 'share', 'logShare', 'isBest'] as const

/** How a sum becomes a chance; fitted, see `npm run fit`. What is said of one result is never negative. */
export type Curve = Readonly<
  Record<(typeof resultFeatures)[number] | 'constant' | SearchFeature, number>
>

/** `hits` are the best of all entries, best first, whether asked for or not. */
export function standingOf(question: Question, hits: readonly Bm25Hit[]): Standing {
  const candidates = hits.slice(0, candidateCount)
  const first = candidates[0] ?? { document: -1, score: 0 }
  return {
    total: candidates.reduce((total, { score }) => total + score, 0),
    count: candidates.length,
    best: first.score,
    second: candidates[1]?.score ?? 0,
    rivals: candidates.reduce((sum, { score }) => sum + nearness(score, first.score), 0) || 1,
    search: Object.fromEntries(
      Object.entries(searchFeatures).map(([name, of]) => [name, of(question, first)]),
    ) as Record<SearchFeature, number>,
  }
}

/** Every feature of one result, by the names of the curve. */
export function featuresOf(sum: number, standing: Standing): Curve {
  return {
    sum,
    lead: leadOf(sum, standing),
    margin: marginOf(sum, standing),
    share: shareOf(sum, standing),
    logShare: Math.log(Math.max(shareOf(sum, standing), leastShare)),
    isBest: sum >= standing.best ? 1 : 0,
    constant: 1,
    ...standing.search,
  }
}

/** The chance, 0 to 1, that a result with this sum is wanted; higher for higher sums of one search. */
export function toChance(sum: number, standing: Standing, curve: Curve): number {
  return chanceFrom(featuresOf(sum, standing), curve)
}

export function chanceFrom(features: Curve, curve: Curve): number {
  let odds = 0
  for (const [name, value] of Object.entries(features)) odds += value * curve[name as keyof Curve]
  return 1 / (1 + Math.exp(-odds))
}

/** How far a sum is above the mean of the others; what has no rival leads by all it has. */
function leadOf(sum: number, { total, count }: Standing): number {
  return count <= 1 ? sum : sum - (total - sum) / (count - 1)
}

const leastShare = 1e-6

/** Its share among those that could be meant instead. */
function shareOf(sum: number, { best, rivals }: Standing): number {
  return nearness(sum, best) / rivals
}

/** 1 at the best; half a point of sum below it, a good third is left. */
function nearness(sum: number, best: number): number {
  return Math.exp(2 * Math.min(0, sum - best))
}

/** How far a sum is above the best of the others. */
function marginOf(sum: number, { best, second }: Standing): number {
  return sum < best ? sum - best : sum - second
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}

/** How many of the terms of the intent the first result says, each counting the same in any catalog. */
function saidShare({ index, intent }: Question, { document }: Bm25Hit): number {
  const said = intent.terms.filter(([term]) => holds(index.holders.get(term), document))
  return said.length / (intent.terms.length || 1)
}

/** Entries are in ascending order. */
function holds(entries: Uint32Array = new Uint32Array(), entry: number): boolean {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle] ?? 0) < entry) low = middle + 1
    else high = middle
  }
  return entries[low] === entry
}
