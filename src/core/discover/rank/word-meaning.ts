import { ownCopy } from '../../text/content-memo.ts'
import { embedAll, keepOnly } from './embed-all.ts'
import { type Intent, searchedTerms, wordsOf } from './intent.ts'
import { intentMass } from './intent-mass.ts'
import type { BuildMeaning } from './meaning.ts'
import { coreText, entryText, type SearchIndex } from './search-index.ts'
import { likenessOf, likest, packed, rowDot, toUnit } from './vector-table.ts'

const nearest = 15
const leastLikeness = 0.4
/** Axes come in order of weight, so a few of them rule out most words. */
const firstAxes = 64
const surelyFar = 0.2
const mostRemembered = 20_000

/** Meaning by a table of words: it knows little of a text, and something of every word. */
export const buildWordMeaning: BuildMeaning = async (embedder, index, known, rest) => {
  const embed = (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    embedAll(embedder, texts, 'passage', known, rest)
  const whole = index.entries.map(entryText)
  const parts = index.entries.map(coreText)
  const entries = packed(await embed(whole), embedder.dimensions)
  const cores = await embed(parts)
  const core = packed(cores, embedder.dimensions)
  const servers = serversOf(index, cores, embedder.dimensions)
  const vectors = await embed([...index.vocabulary.keys()])
  const table = packed(vectors, embedder.dimensions)
  const heads = packed(vectors.map(headOf), Math.min(firstAxes, embedder.dimensions))
  keepOnly(known, [...whole, ...parts, ...index.vocabulary.keys()])
  const terms = [...index.vocabulary.values()]
  const subjects = await buildSubjects(index, table, embedder.dimensions, rest)
  const remembered = new Map<string, readonly (readonly [string, number])[]>()

  function remember(word: string, vector: Float32Array): void {
    if (remembered.size >= mostRemembered) remembered.clear()
    remembered.set(
      ownCopy(word),
      neighboursOf(vector, { table, heads }, terms, index.vocabulary.get(word)),
    )
  }

  return {
    index,
    async of(intent, { signal } = {}) {
      const fresh = intent.words.filter((word) => !remembered.has(word))
      const asked = [intent.text, ...fresh, ...intent.partTexts]
      const vectors = await embedder.embed(asked, 'query', signal)
      const [whole = new Float32Array(embedder.dimensions), ...ofWords] = vectors
      const said = ofWords.splice(fresh.length)
      const parts = said.length > 0 ? said : [whole]
      fresh.forEach((word, at) => {
        remember(word, ofWords[at] ?? new Float32Array(embedder.dimensions))
      })
      const subject = subjects.of(intent.words)
      const mass = intentMass(index.all, intent.terms)
      const ofServers = likenessOf(whole, servers)
      return {
        vector: whole,
        whole: likenessOf(whole, entries),
        neighbours: index.all
          .scores(mergeNeighbours(intent, remembered))
          .map((score) => score / mass),
        server: Float64Array.from(index.serverOf, (server) => ofServers[server] ?? 0),
        covered: softCoverage(index, intent, remembered),
        subject: (entry) => Math.max(0, rowDot(subject, subjects.table, entry)),
        part: (entry) => likest(parts, core, entry),
        reads: 'words',
      }
    },
  }
}

/** One row a server, the mean of what its entries do. */
function serversOf(
  { serverOf }: SearchIndex,
  vectors: readonly Float32Array[],
  dimensions: number,
): Float32Array {
  const sums: Float32Array[] = []
  serverOf.forEach((server, entry) => {
    const sum = sums[server] ?? new Float32Array(dimensions)
    sums[server] = sum.map((value, axis) => value + (vectors[entry]?.[axis] ?? 0))
  })
  return packed(sums.map(toUnit), dimensions)
}

function mergeNeighbours(
  { words, terms }: Intent,
  remembered: ReadonlyMap<string, readonly (readonly [string, number])[]>,
): ReadonlyMap<string, number> {
  const said = new Set(terms.map(([term]) => term))
  const merged = new Map<string, number>()
  for (const word of words)
    for (const [term, likeness] of remembered.get(word) ?? [])
      if (!said.has(term)) merged.set(term, Math.max(merged.get(term) ?? 0, likeness ** 3))
  return merged
}

/** How much of the intent each entry says, in its words or in words near to them. */
function softCoverage(
  { holders, entries, all, vocabulary }: SearchIndex,
  { words }: Intent,
  remembered: ReadonlyMap<string, readonly (readonly [string, number])[]>,
): Float64Array {
  const covered = new Float64Array(entries.length)
  let mass = 0
  for (const word of words) {
    const own = vocabulary.get(word) ?? searchedTerms(word)[0] ?? word
    const rarity = all.rarity(own)
    mass += rarity
    const near = bestLikeness(holders, [[own, 1], ...(remembered.get(word) ?? [])])
    for (const [entry, likeness] of near) covered[entry] = (covered[entry] ?? 0) + rarity * likeness
  }
  return covered.map((sum) => sum / (mass || 1))
}

/** For each entry that holds any of the terms, the highest likeness of those it holds. */
function bestLikeness(
  holders: SearchIndex['holders'],
  terms: readonly (readonly [string, number])[],
): ReadonlyMap<number, number> {
  const best = new Map<number, number>()
  for (const [term, likeness] of terms)
    for (const entry of holders.get(term) ?? [])
      if (likeness > (best.get(entry) ?? 0)) best.set(entry, likeness)
  return best
}

function headOf(vector: Float32Array): Float32Array {
  return vector.subarray(0, firstAxes)
}

function neighboursOf(
  vector: Float32Array,
  { table, heads }: { readonly table: Float32Array; readonly heads: Float32Array },
  terms: readonly string[],
  own: string | undefined,
): readonly (readonly [string, number])[] {
  const best = new Map<string, number>()
  const ofHeads = likenessOf(headOf(vector), heads)
  for (let row = 0; row < terms.length; row++) {
    if ((ofHeads[row] ?? 0) < surelyFar) continue
    const likeness = rowDot(vector, table, row)
    const term = terms[row] ?? ''
    if (likeness > leastLikeness && term !== own && likeness > (best.get(term) ?? 0))
      best.set(term, likeness)
  }
  return [...best].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, nearest)
}

/** Texts as the sum of their words' vectors, each as much as it tells this catalog's entries apart. */
interface Subjects {
  /** One row of length 1 an entry. */
  readonly table: Float32Array
  /** The same for other words; those the catalog does not have say nothing. */
  of(words: readonly string[]): Float32Array
}

/** So many entries take a few milliseconds. */
const sliceEntries = 200

/** `table` has a row for each word of the vocabulary, in its order; `rest` lets others run in between. */
export async function buildSubjects(
  { entries, vocabulary, all }: SearchIndex,
  table: Float32Array,
  dimensions: number,
  rest: () => Promise<void> = async () => undefined,
): Promise<Subjects> {
  const rows = new Map([...vocabulary].map(([word, term], row) => [word, { row, term }]))

  function of(words: readonly string[]): Float32Array {
    const sum = new Float32Array(dimensions)
    for (const word of new Set(words)) {
      const found = rows.get(word)
      if (found === undefined) continue
      const [rarity, at] = [all.rarity(found.term), found.row * dimensions]
      for (let axis = 0; axis < dimensions; axis++)
        sum[axis] = (sum[axis] ?? 0) + rarity * (table[at + axis] ?? 0)
    }
    return toUnit(sum)
  }

  const subjects = new Float32Array(entries.length * dimensions)
  for (const [entry, { text }] of entries.entries()) {
    subjects.set(of(wordsOf(Object.values(text).join(' '))), entry * dimensions)
    if (entry % sliceEntries === sliceEntries - 1) await rest()
  }
  return { table: subjects, of }
}
