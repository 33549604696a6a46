import { type Bm25Index, topHits } from '../../text/bm25.ts'
import { type ChanceCurve, crowdOf, toChance } from './chance.ts'
import type { Evidence } from './evidence.ts'
import type { Intent } from './intent.ts'
import { intentMass } from './intent-mass.ts'
import type { Meaning } from './meaning.ts'
import { readPairs } from './pairs.ts'
import { fileWriters } from './saved-files.ts'
import type { SearchIndex } from './search-index.ts'
import { amongSiblings } from './siblings.ts'

/** An entry with the chance, 0 to 1, that it is among what the intent needs. */
export interface Ranked {
  /** Position in the index. */
  readonly entry: number
  readonly score: number
  /** Why learning raised it, when it did. */
  readonly because?: string
}

export interface RankInput {
  readonly index: SearchIndex
  readonly intent: Intent
  readonly meaning?: Meaning
  readonly evidence?: Evidence
  /** Entries the caller may see and asked for; the rest are not scored at all. */
  readonly isWanted?: (entry: number) => boolean
}

/**
 * How much each signal adds. Each is a share of the most the intent could have given, so the sum
 * means the same for every intent. Found once on public sets and flat around these values.
 */
const weights = {
  all: 1.75,
  name: 0.5,
  server: 1,
  serverDescription: 1,
  parameters: 1,
  nameShare: 0.25,
  part: 0.5,
  pairs: 1.4,
  /** Verbs that ask for the same, in the whole text and in the name. */
  alike: 0.6,
  alikeName: 1,
  /** For tools that write files, when something is to be saved in one. */
  savesFile: 1.25,
  /** For steps, when a part was asked for. */
  step: 1,
} as const

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
  const sums = signalSums(input)
  const { evidence, isWanted, meaning } = input
  const chance = curveFor(meaning, evidence)
  if (input.intent.isPartial) preferSteps(sums, input.index)
  if (evidence) addTo(sums, evidence.boosts, 1)
  const crowd = crowdOf(sums)
  if (isWanted) keepWanted(sums, isWanted)
  const ranked = topHits(sums, limit).map(({ document, score }) => {
    const because = evidence?.reason(document)
    return {
      entry: document,
      score: toChance(score, crowd, chance),
      ...(because ? { because } : {}),
    }
  })
  let total = 0
  for (const sum of sums) if (sum > 0 && toChance(sum, crowd, chance) >= minScore) total += 1
  return { ranked: ranked.filter(({ score }) => score >= minScore), total }
}

/** What the catalog alone says: the sum of signals of each entry, before anything learned. */
export function signalSums(input: RankInput): Float64Array {
  return amongOthers(ownSums(input), input)
}

function amongOthers(own: Float64Array, { index, intent }: RankInput): Float64Array {
  const sums = amongSiblings(own, index.serverOf)
  if (intent.savesFile)
    addTo(sums, fileWriters(index.names, index.entries.length), weights.savesFile)
  return sums
}

/** The same for each entry by itself. */
function ownSums({ index, intent, meaning }: RankInput): Float64Array {
  const mass = intentMass(index.all, intent.terms)
  const sums = new Float64Array(index.entries.length)
  addTo(sums, index.all.scores(intent.terms), weights.all / mass)
  addTo(sums, index.name.scores(intent.terms), weights.name / mass)
  addTo(sums, index.server.scores(intent.terms), weights.server / mass)
  addTo(sums, index.serverDescription.scores(intent.terms), weights.serverDescription / mass)
  addTo(sums, index.parameters.scores(intent.terms), weights.parameters / mass)
  addTo(sums, nameCoverage(index, intent), weights.nameShare)
  addTo(sums, bestPart(index.all, intent.parts), weights.part)
  addTo(sums, index.all.scores(intent.alike), weights.alike / mass)
  addTo(sums, index.name.scores(intent.alike), weights.alikeName / mass)
  if (meaning) addTo(sums, meaning.added, 1)
  const pairs = readPairs(intent.said, index.all)
  for (const { document, score } of topHits(sums, candidates)) {
    const inPairs = pairs.in(index.said[document] ?? [])
    sums[document] = score + (weights.pairs / mass) * inPairs + (meaning?.closely(document) ?? 0)
  }
  return sums
}

/** What takes more than a sum over postings is only looked at in entries that have a chance at all. */
const candidates = 50

/** What each signal adds to the sum behind a score, for people who ask why. */
export interface Signals {
  /** The words of the intent in the entry's text, name and parameters. */
  readonly words: number
  /** The words of the intent in its server's name and description, and what the best of its server matches. */
  readonly server: number
  /** Likeness of meaning; 0 without an embedder. */
  readonly meaning: number
  /** What past runs with like intents used. */
  readonly learned: number
}

/** The signals of one entry after another; their sum is what the score is made of. */
export function explainSignals(input: RankInput, entries: readonly number[]): readonly Signals[] {
  const { index, intent, evidence } = input
  const mass = intentMass(index.all, intent.terms)
  const whole = signalSums(input)
  const server = new Float64Array(index.entries.length)
  addTo(server, index.server.scores(intent.terms), weights.server / mass)
  addTo(server, index.serverDescription.scores(intent.terms), weights.serverDescription / mass)
  const ownWords = ownSums({ index, intent })
  const withoutMeaning = amongOthers(ownWords, input)
  addTo(server, amongSiblings(ownWords, index.serverOf), 1)
  addTo(server, ownWords, -1)
  return entries.map((entry) => {
    const at = (values: Float64Array | undefined): number => values?.[entry] ?? 0
    return {
      words: at(withoutMeaning) - at(server),
      server: at(server),
      meaning: at(whole) - at(withoutMeaning),
      learned: at(evidence?.boosts),
    }
  })
}

/** What a sum is worth by who judged meaning, where nothing was learned; fitted once on public sets. */
const untaught: Readonly<Record<Meaning['reads'] | 'nothing', ChanceCurve>> = {
  nothing: { most: 0.84, even: 3.59, slope: 0.77, lead: 3.68, margin: 0.79 },
  words: { most: 0.9, even: 5.06, slope: 0.61, lead: 1.95, margin: 0.69 },
  texts: { most: 0.9, even: 6.37, slope: 0.5, lead: 1.74, margin: 0.52 },
}

function curveFor(meaning: Meaning | undefined, evidence: Evidence | undefined): ChanceCurve {
  return evidence?.curves?.[meaning?.reads ?? 'words'] ?? untaught[meaning?.reads ?? 'nothing']
}

/** How much of an entry's name the intent says, by rarity. */
function nameCoverage({ entries, names }: SearchIndex, { terms }: Intent): Float64Array {
  const covered = new Float64Array(entries.length)
  for (const [term] of terms)
    for (const [entry, share] of names.get(term) ?? [])
      covered[entry] = (covered[entry] ?? 0) + share
  return covered
}

/** For each entry, how close it comes to the best match of any one part, so that every part gets its turn. */
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

function addTo(sums: Float64Array, more: Float64Array, weight: number): void {
  for (let entry = 0; entry < sums.length; entry++)
    sums[entry] = (sums[entry] ?? 0) + weight * (more[entry] ?? 0)
}

function preferSteps(sums: Float64Array, { entries }: SearchIndex): void {
  entries.forEach(({ step }, entry) => {
    const sum = sums[entry] ?? 0
    if (step && sum > 0) sums[entry] = sum + weights.step
  })
}

function keepWanted(sums: Float64Array, isWanted: (entry: number) => boolean): void {
  for (let entry = 0; entry < sums.length; entry++) if (!isWanted(entry)) sums[entry] = 0
}
