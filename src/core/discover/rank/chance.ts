import type { Bm25Hit } from '../../text/bm25.ts'
import type { Question } from './question.ts'

/** The best results of an intent, among which one may stand out, and what speaks for the first of them. */
export interface Standing {
  readonly total: number
  readonly count: number
  readonly best: number
  readonly second: number
  /** What the whole search adds to the odds of each result, by feature. */
  readonly search: Readonly<Record<SearchFeature, number>>
}

const crowdSize = 10

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
  past: ({ evidence }: Question, { document }: Bm25Hit) => evidence?.boosts[document] ?? 0,
  unknown: unknownShare,
  length: ({ intent }: Question) => Math.log(1 + intent.terms.length),
} as const

export type SearchFeature = keyof typeof searchFeatures

/** How a sum becomes a chance; fitted, see `npm run fit`. The first three are never negative. */
export type Curve = Readonly<Record<'sum' | 'lead' | 'margin' | 'constant' | SearchFeature, number>>

/** `hits` are the best of all entries, best first, whether asked for or not. */
export function standingOf(question: Question, hits: readonly Bm25Hit[]): Standing {
  const crowd = hits.slice(0, crowdSize)
  const first = crowd[0] ?? { document: -1, score: 0 }
  return {
    total: crowd.reduce((total, { score }) => total + score, 0),
    count: crowd.length,
    best: first.score,
    second: crowd[1]?.score ?? 0,
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

/** How far a sum is above the best of the others. */
function marginOf(sum: number, { best, second }: Standing): number {
  return sum < best ? sum - best : sum - second
}

/** How much of the intent no entry of the catalog says. */
function unknownShare({ index, intent }: Question): number {
  let [unknown, whole] = [0, 0]
  for (const [term, weight] of intent.terms) {
    whole += weight
    if (index.all.documentFrequency(term) === 0) unknown += weight
  }
  return whole === 0 ? 1 : unknown / whole
}
