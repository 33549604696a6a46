import type { Bm25Index } from '../../text/bm25.ts'
import type { Intent } from './intent.ts'
import { intentMass } from './intent-mass.ts'
import type { Meaning } from './meaning.ts'
import type { SearchIndex, TermShares } from './search-index.ts'
import type { Evidence } from './signals.ts'

/** An intent put to a catalog: what is read once, so that each signal only looks it up. */
export interface Question {
  readonly index: SearchIndex
  readonly intent: Intent
  /** The most that matching could give: the rarity of all terms of the intent. */
  readonly mass: number
  /** Of the words of the intent, one per entry, as a share of the most they could give. */
  readonly inText: Float64Array
  readonly inName: Float64Array
  readonly inServer: Float64Array
  readonly inServerDescription: Float64Array
  readonly inParameters: Float64Array
  /** How much of an entry's name the intent says, by rarity. */
  readonly ofName: Float64Array
  /** The same of its name and first sentence. */
  readonly ofHeadline: Float64Array
  /** How close an entry comes to the best match of any one part, so that every part gets its turn. */
  readonly bestPart: Float64Array
  /** How much of the intent an entry says at all, by rarity. */
  readonly covered: Float64Array
  inPairs(entry: number): number
  readonly meaning?: Meaning | undefined
  readonly evidence?: Evidence | undefined
}

export interface QuestionInput {
  readonly index: SearchIndex
  readonly intent: Intent
  readonly meaning?: Meaning
  readonly evidence?: Evidence
}

export function readQuestion({ index, intent, meaning, evidence }: QuestionInput): Question {
  const mass = intentMass(index.all, intent.terms)
  const shares = (field: Bm25Index): Float64Array =>
    field.scores(intent.terms).map((score) => score / mass)
  const pairs: Pairs = readPairs(intent.said, index.all)
  return {
    ...{ index, intent, meaning, evidence, mass },
    inText: shares(index.all),
    inName: shares(index.name),
    inServer: shares(index.server),
    inServerDescription: shares(index.serverDescription),
    inParameters: shares(index.parameters),
    ofName: shareSaid(index.names, index.entries.length, intent),
    bestPart: bestPart(index.all, intent.parts),
    covered: coverage(index, intent, mass),
    ofHeadline: shareSaid(index.headlines, index.entries.length, intent),
    inPairs: (entry) => pairs.in(index.said[entry] ?? []) / mass,
  }
}

function shareSaid(shares: TermShares, entryCount: number, { terms }: Intent): Float64Array {
  const said = new Float64Array(entryCount)
  for (const [term] of terms)
    for (const [entry, share] of shares.get(term) ?? []) said[entry] = (said[entry] ?? 0) + share
  return said
}

function coverage(
  { all, entries, holders }: SearchIndex,
  { terms }: Intent,
  mass: number,
): Float64Array {
  const covered = new Float64Array(entries.length)
  for (const [term, weight] of terms) {
    const share = (weight * all.rarity(term)) / mass
    for (const entry of holders.get(term) ?? []) covered[entry] = (covered[entry] ?? 0) + share
  }
  return covered
}

function bestPart(index: Bm25Index, parts: Intent['parts']): Float64Array {
  const best = new Float64Array(index.size)
  for (const part of parts) {
    const scores = index.scores(part.map((term) => [term, 1]))
    const highest = scores.reduce((most, score) => Math.max(most, score), 0)
    if (highest === 0) continue
    for (let entry = 0; entry < best.length; entry++)
      best[entry] = Math.max(best[entry] ?? 0, (scores[entry] ?? 0) / highest)
  }
  return best
}

/** Pairs of terms that an intent says side by side. */
interface Pairs {
  /** How many of them the texts of an entry say side by side too, each once and by its rarity. */
  in(texts: readonly (readonly string[])[]): number
}

/** What stands further on in a text is detail. */
const mostTerms = 1000

/** Reads the pairs of an intent, to look for them in a few entries. */
export function readPairs(said: readonly string[], { rarity }: Bm25Index): Pairs {
  const after = new Map<string, Set<string>>()
  said.slice(1).forEach((next, at) => {
    const term = said[at] ?? ''
    after.set(term, (after.get(term) ?? new Set()).add(next))
  })
  return {
    in(texts) {
      const found = new Map<string, Set<string>>()
      for (const terms of texts) collect(terms, after, found)
      let sum = 0
      for (const [term, followers] of found)
        for (const next of followers) sum += rarity(term) + rarity(next)
      return sum
    },
  }
}

function collect(
  terms: readonly string[],
  after: ReadonlyMap<string, ReadonlySet<string>>,
  found: Map<string, Set<string>>,
): void {
  const end = Math.min(terms.length, mostTerms) - 1
  for (let at = 0; at < end; at++) {
    const [term = '', next = ''] = [terms[at], terms[at + 1]]
    if (after.get(term)?.has(next)) found.set(term, (found.get(term) ?? new Set()).add(next))
  }
}
