import { ownCopy } from '../../text/own-copy.ts'
import { embedAll, keepOnly } from './embed-all.ts'
import type { Intent } from './intent.ts'
import { intentMass } from './intent-mass.ts'
import type { BuildMeaning } from './meaning.ts'
import { coreText, entryText, type SearchIndex } from './search-index.ts'
import { buildSubjects } from './subjects.ts'
import { likenessOf, likest, packed, rowDot, toUnit } from './vector-table.ts'

/** How much each likeness adds, beside the signals of the words. Found with them. */
const weights = {
  whole: 1,
  /** By the words that tell the entries of this catalog apart. */
  subject: 1,
  /** Of the catalog's words that are near in meaning to those of the intent. */
  neighbours: 2,
  /** To all that the entry's server does. */
  server: 0.3,
  /** To the part of the intent that is likest. */
  part: 0.35,
} as const

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

  function likenessOfEach(whole: Float32Array, intent: Intent): Float64Array {
    const mass = intentMass(index.all, intent.terms)
    const ofWhole = likenessOf(whole, entries)
    const ofServers = likenessOf(whole, servers)
    const ofNeighbours = index.all.scores(mergeNeighbours(intent, remembered))
    return ofWhole.map(
      (one, entry) =>
        weights.whole * one +
        (weights.neighbours / mass) * (ofNeighbours[entry] ?? 0) +
        weights.server * (ofServers[index.serverOf[entry] ?? -1] ?? 0),
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
      return {
        vector: whole,
        added: likenessOfEach(whole, intent),
        closely: (entry) =>
          weights.subject * Math.max(0, rowDot(subject, subjects.table, entry)) +
          weights.part * likest(parts, core, entry),
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
