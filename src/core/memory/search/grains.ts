import { type Bm25Index, bm25Index } from '../../text/bm25.ts'
import { detectLanguage } from '../../text/stop-words.ts'
import { createTermReader, termsOf } from '../../text/terms.ts'
import { linkTurns, saidIn, turnsOf } from './turn-links.ts'

/** Lines on each side that make up a line's window. */
const windowRadius = 2

/** Lower than usual: a longer line mostly says more, it does not say the same at length. Flat from 0.2 to 0.5. */
const lengthPenalty = 0.4

const grainCount = 3

/** How many of the best lines are read for what they lead to, and what their words are worth beside the question's. Flat from 5 to 10 lines, from 0.2 to 0.3. */
const hopOrigins = 5
const hopShare = 0.2

/** A collection of texts, each searched at three grains: its lines, windows of lines, and whole. */
export interface GrainIndex {
  /** Per line, in 0..1: the mean of its own, its window's and its text's score, each divided by the best of its grain. */
  lineScores(query: string): Float64Array
  /** Per text, in 0..1: its best line, scaled by how much of the query the best text covers. */
  textScores(query: string): Float64Array
}

/**
 * A short line says too little to be found and a long text says too much to be ranked; the three
 * grains together find what each of them misses.
 */
export function grainIndex(texts: readonly (readonly string[])[]): GrainIndex {
  const lines = texts.flatMap(createLineReader())
  const turns = texts.flatMap((text, owner) => turnsOf(text, owner))
  const ownerOf = Uint32Array.from(lines, ({ owner }) => owner)
  const wholeOf = denseNumbers(ownerOf)
  const line = build(lines.map(({ terms }) => terms))
  // Where every text is one line, the three grains are the same.
  const isSingle = lines.length === 1 + (wholeOf.at(-1) ?? -1)
  const window = isSingle ? line : build(lines.map((_, at) => windowTerms(lines, at)))
  const whole = isSingle
    ? line
    : build(Array.from(Map.groupBy(lines, ({ owner }) => owner).values(), joinTerms))

  function lineScores(query: string): Float64Array {
    const terms = weigh(queryTerms(query).flat())
    if (isSingle) return toBest(line.scores(terms))
    const [own, near, all] = [line, window, whole].map((index) => toBest(index.scores(terms)))
    const scores = Float64Array.from(lines, (_, at) => {
      const sum = (own?.[at] ?? 0) + (near?.[at] ?? 0) + (all?.[wholeOf[at] ?? 0] ?? 0)
      return sum / grainCount
    })
    const asked = new Set(terms.map(([term]) => term))
    return followBest(linkTurns(scores, turns, query), asked)
  }

  /** A second step: what the best lines name and the question does not leads to other lines that say it. */
  function followBest(scores: Float64Array, asked: ReadonlySet<string>): Float64Array {
    // The lowest first, so that a word is worth what the best line that says it is.
    const origins = highest(scores, hopOrigins).toReversed()
    const said = origins.flatMap((at) =>
      (lines[at]?.said() ?? []).map((term) => [term, scores[at] ?? 0] as const),
    )
    const named = new Map(said.filter(([term]) => !asked.has(term)))
    if (named.size === 0) return scores
    const found = toBest(line.scores([...named]))
    return toBest(scores.map((score, at) => score + hopShare * (found[at] ?? 0)))
  }

  function textScores(query: string): Float64Array {
    const best = new Float64Array(texts.length)
    let top = 0
    lineScores(query).forEach((score, at) => {
      const owner = ownerOf[at] ?? 0
      best[owner] = Math.max(best[owner] ?? 0, score)
      if (score > 0 && (best[owner] ?? 0) > (best[ownerOf[top] ?? 0] ?? 0)) top = at
    })
    const held = new Set(joinTerms(lines.filter(({ owner }) => owner === ownerOf[top])))
    const covered = coverage(held, query)
    return toBest(best).map((score) => score * covered)
  }

  return { lineScores, textScores }
}

interface Line {
  readonly owner: number
  readonly terms: readonly string[]
  /** Without who says it and when. */
  said(): readonly string[]
}

function build(documents: readonly (readonly string[])[]): Bm25Index {
  return bm25Index(
    documents.map((terms) => [terms]),
    { fields: [{ weight: 1, lengthPenalty }] },
  )
}

function joinTerms(lines: readonly Line[]): string[] {
  return lines.flatMap(({ terms }) => terms)
}

function windowTerms(lines: readonly Line[], at: number): string[] {
  const near = lines.slice(Math.max(0, at - windowRadius), at + windowRadius + 1)
  return joinTerms(near.filter(({ owner }) => owner === lines[at]?.owner))
}

/** Texts without a line are absent from the index of wholes, so owners are numbered anew. */
function denseNumbers(owners: Uint32Array): Uint32Array {
  const numbers = new Map<number, number>()
  return owners.map((owner) => {
    const known = numbers.get(owner) ?? numbers.size
    numbers.set(owner, known)
    return known
  })
}

/** Enough of a text to tell its language. */
const openingChars = 300

/** Cuts texts into lines of terms, each text stemmed in the language of its opening. */
function createLineReader(): (text: readonly string[], owner: number) => Line[] {
  const readers = {
    en: createTermReader({ withoutStopWords: true, stemmedIn: 'en' }),
    fr: createTermReader({ withoutStopWords: true, stemmedIn: 'fr' }),
  }
  return (text, owner) => {
    const read = readers[detectLanguage(text.join(' ').slice(0, openingChars))]
    return text.map((line) => ({ owner, terms: read(line), said: () => read(saidIn(line)) }))
  }
}

/** Each word of the query once, as the stems it may have: texts are stemmed in their own language. */
function queryTerms(query: string): readonly (readonly string[])[] {
  const [english = [], french = []] = (['en', 'fr'] as const).map((stemmedIn) =>
    termsOf(query, { withoutStopWords: true, stemmedIn }),
  )
  const words = new Map(english.map((term, at) => [term, [...new Set([term, french[at] ?? term])]]))
  return [...words.values()]
}

function weigh(terms: readonly string[]): readonly (readonly [string, number])[] {
  return [...new Set(terms)].map((term) => [term, 1] as const)
}

/** Words in common that are as good as all of them: a task may be described at length. */
const enoughWords = 8

/**
 * Share of the query's words that one text holds. Not weighted by rarity: in a small collection on
 * one subject the words that matter most are in every text.
 */
function coverage(text: ReadonlySet<string>, query: string): number {
  const words = queryTerms(query)
  const held = words.filter((stems) => stems.some((stem) => text.has(stem)))
  const wanted = Math.min(words.length, enoughWords)
  return wanted === 0 ? 0 : Math.min(1, held.length / wanted)
}

/** Where the highest scores above 0 are, highest first. */
function highest(scores: Float64Array, count: number): readonly number[] {
  const best: number[] = []
  scores.forEach((score, at) => {
    const last = best.at(-1)
    if (score <= 0 || (best.length === count && score <= (scores[last ?? 0] ?? 0))) return
    best.push(at)
    best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    best.length = Math.min(best.length, count)
  })
  return best
}

function toBest(scores: Float64Array): Float64Array {
  const best = scores.reduce((highest, score) => Math.max(highest, score), 0)
  return best === 0 ? scores : scores.map((score) => score / best)
}
