import { type Bm25Hit, topHits } from '../../text/bm25.ts'
import { type Curve, type Standing, standingOf, toChance } from './chance.ts'
import { curves, weights } from './curves.generated.ts'
import { isNamed, type Lift, lateLifts, lifts } from './lifts.ts'
import { type Question, type QuestionInput, readQuestion } from './question.ts'
import { type Signal, type SignalKind, type SignalName, signals } from './signals.ts'
import { takeTurns } from './take-turns.ts'

export type { Question } from './question.ts'
export { readQuestion } from './question.ts'

/** An entry with the chance, 0 to 1, that it is among what the intent needs. */
export interface Ranked {
  /** Position in the index. */
  readonly entry: number
  readonly score: number
  /** Why learning raised it, when it did. */
  readonly because?: string
}

export interface RankInput extends QuestionInput {
  /** Entries the caller may see and asked for; the rest are not scored at all. */
  readonly isWanted?: (entry: number) => boolean
  /** Our own tools were asked for outright; else one shows only where the intent is likely about it. */
  readonly asksForOwn?: boolean
}

/** The best entries for an intent, best first; ties in catalog order. */
export function rank(input: RankInput, limit: number): readonly Ranked[] {
  return rankAndCount(input, limit, 0).ranked
}

/** The same, with how many entries reach `minScore` in all. */
export function rankAndCount(
  input: RankInput,
  limit: number,
  minScore: number,
): { readonly ranked: readonly Ranked[]; readonly total: number } {
  const { question, sums, hits, standing } = judge(input, limit)
  const curve = curveFor(question)
  const chance = (sum: number): number => toChance(sum, standing, curve)
  const least = input.asksForOwn ? 0 : leastOfOwn
  for (const entry of question.index.own)
    if (chance(sums[entry] ?? 0) < least && !isNamed(question, entry)) sums[entry] = 0
  const ranked = hits
    .filter(({ document }) => (sums[document] ?? 0) > 0)
    .slice(0, limit)
    .map(({ document, score }) => {
      const because = question.evidence?.reason(document)
      return { entry: document, score: chance(score), ...(because ? { because } : {}) }
    })
  let total = 0
  for (const sum of sums) if (sum > 0 && (minScore === 0 || chance(sum) >= minScore)) total += 1
  return { ranked: ranked.filter(({ score }) => score >= minScore), total }
}

/** Below this chance a tool of our own is only near, and would stand where others belong. */
const leastOfOwn = 0.2

/** Everything a score is made of, before it becomes a chance. */
interface Judged {
  readonly question: Question
  /** One per entry; 0 for those that were not asked for. */
  readonly sums: Float64Array
  /** Best first, `limit` of them or a few more. */
  readonly hits: readonly Bm25Hit[]
  readonly standing: Standing
}

export function judge(input: RankInput, limit: number): Judged {
  const question = readQuestion(input)
  const sums = sumsOf(question, [...lifts, ...lateLifts])
  const standing = standingOf(question, topHits(withoutOwn(sums, question), leastRanked))
  if (input.isWanted) keepWanted(sums, input.isWanted)
  // Those of our own may be left out again.
  const most = Math.max(limit, leastRanked) + question.index.own.length
  const hits = takeTurns(topHits(sums, most), question)
  return { question, sums, hits, standing }
}

/** Tools of our own that nobody named are no rivals of the others, unless there are no others. */
function withoutOwn(sums: Float64Array, question: Question): Float64Array {
  const { own, entries } = question.index
  if (own.length === 0 || own.length === entries.length) return sums
  const others = sums.slice()
  for (const entry of own) if (!isNamed(question, entry)) others[entry] = 0
  return others
}

/** So many stand in line even where fewer are asked for: who comes first depends on those behind. */
const leastRanked = 40

/** What the catalog alone says: the sum of signals of each entry, before anything learned. */
export function signalSums(input: QuestionInput): Float64Array {
  return sumsOf(readQuestion(input), lifts)
}

/** What each kind of signal adds to the sum behind a score, for people who ask why. */
export type Signals = Readonly<Record<SignalKind, number>>

/** The signals of one entry after another; their sum is what the score is made of. */
export function explainSignals(input: RankInput, entries: readonly number[]): readonly Signals[] {
  const kinds: Record<SignalKind, Float64Array> = {
    words: new Float64Array(input.index.entries.length),
    server: new Float64Array(input.index.entries.length),
    meaning: new Float64Array(input.index.entries.length),
    learned: new Float64Array(input.index.entries.length),
  }
  sumsOf(readQuestion(input), [...lifts, ...lateLifts], (kind, entry, added) => {
    kinds[kind][entry] = (kinds[kind][entry] ?? 0) + added
  })
  const at = (kind: SignalKind, entry: number): number => kinds[kind][entry] ?? 0
  return entries.map((entry) => ({
    words: at('words', entry),
    server: at('server', entry),
    meaning: at('meaning', entry),
    learned: at('learned', entry),
  }))
}

/** What takes longer is only looked at in entries that have a chance at all. */
const candidates = 50

type Told = (kind: SignalKind, entry: number, added: number) => void

/** Folds every signal and lift into one sum per entry, and tells `told` of each part of it. */
function sumsOf(question: Question, lifted: readonly Lift[], told?: Told): Float64Array {
  const sums: Float64Array = new Float64Array(question.index.entries.length)
  const weight = weightsFor(question)
  const add = (signal: Signal & { name: SignalName }, entries: Iterable<number>): void => {
    const by = weight[signal.name] ?? 0
    if (by === 0) return
    for (const entry of entries) {
      const added = by * signal.of(question, entry)
      sums[entry] = (sums[entry] ?? 0) + added
      told?.(signal.kind, entry, added)
    }
  }
  const all = [...sums.keys()]
  for (const signal of signals) if (!('isClose' in signal)) add(signal, all)
  const near = topHits(sums, candidates).map(({ document }: Bm25Hit) => document)
  for (const signal of signals) if ('isClose' in signal) add(signal, near)
  return lifted.reduce<Float64Array>((before, { kind, of }) => {
    const after = of(before, question)
    if (told && after !== before)
      after.forEach((sum, entry) => {
        told(kind, entry, sum - (before[entry] ?? 0))
      })
    return after
  }, sums)
}

function weightsFor({ meaning }: Question): Readonly<Partial<Record<SignalName, number>>> {
  return weights[meaning?.reads ?? 'words']
}

function curveFor({ meaning, evidence }: Question): Curve {
  const reads = meaning?.reads ?? 'nothing'
  return evidence?.isTried ? curves.taught[reads] : curves.untaught[reads]
}

function keepWanted(sums: Float64Array, isWanted: (entry: number) => boolean): void {
  for (let entry = 0; entry < sums.length; entry++) if (!isWanted(entry)) sums[entry] = 0
}
