import type { Embedder } from '../../ports/embedder.ts'
import { ownCopy } from '../text/own-copy.ts'
import type { Intent } from './intent.ts'
import { coreText, entryText, type SearchIndex } from './search-index.ts'
import { buildSubjects, toUnit } from './subjects.ts'

/** What an embedder adds to an intent. */
export interface Meaning {
  /** Likeness of the intent to each entry, 0 to 1. */
  readonly likeness: Float64Array
  /** Likeness of the intent to all that each entry's server does, 0 to 1. */
  readonly serverLikeness: Float64Array
  /** Likeness by the words that tell the entries of this catalog apart, 0 to 1. */
  subjectLikeness(entry: number): number
  /** How like an entry is to the part of the intent that is likest, 0 to 1. */
  partLikeness(entry: number): number
  /** Terms of the catalog near in meaning to the words of the intent, 0 to 1. */
  readonly neighbours: ReadonlyMap<string, number>
  /** The intent itself. */
  readonly vector: Float32Array
}

/** Vectors of a catalog, kept from one catalog to the next so that only new texts are embedded. */
export interface MeaningIndex {
  readonly index: SearchIndex
  of(intent: Intent, signal?: AbortSignal): Promise<Meaning>
}

const nearest = 15
const leastLikeness = 0.4
/** Axes come in order of weight, so a few of them rule out most words. */
const firstAxes = 64
const surelyFar = 0.2
const mostRemembered = 20_000

/** Embeds the catalog; `known` carries vectors by text across rebuilds, `rest` lets others run in between. */
export async function buildMeaningIndex(
  embedder: Embedder,
  index: SearchIndex,
  known: Map<string, Float32Array>,
  rest?: () => Promise<void>,
): Promise<MeaningIndex> {
  const embed = (texts: readonly string[]): Promise<readonly Float32Array[]> =>
    embedAll(embedder, texts, 'passage', known, rest)
  const whole = index.entries.map(entryText)
  const parts = index.entries.map(coreText)
  const entries = packed(await embed(whole), embedder.dimensions)
  const cores = await embed(parts)
  const core = packed(cores, embedder.dimensions)
  const servers = serversOf(index, cores, embedder.dimensions)
  const table = packed(await embed([...index.vocabulary.keys()]), embedder.dimensions)
  keepOnly(known, [...whole, ...parts, ...index.vocabulary.keys()])
  const terms = [...index.vocabulary.values()]
  const subjects = await buildSubjects(index, table, embedder.dimensions, rest)
  const remembered = new Map<string, readonly (readonly [string, number])[]>()

  return {
    index,
    async of(intent, signal) {
      const fresh = intent.words.filter((word) => !remembered.has(word))
      const asked = [intent.text, ...fresh, ...intent.partTexts]
      const vectors = await embedder.embed(asked, 'query', signal)
      const [whole = new Float32Array(embedder.dimensions), ...ofWords] = vectors
      const parts = ofWords.splice(fresh.length)
      fresh.forEach((word, at) => {
        if (remembered.size >= mostRemembered) remembered.clear()
        const vector = ofWords[at] ?? new Float32Array(embedder.dimensions)
        remembered.set(
          ownCopy(word),
          neighboursOf(vector, table, terms, index.vocabulary.get(word)),
        )
      })
      const subject = subjects.of(intent.words)
      return {
        vector: whole,
        subjectLikeness: (entry) => Math.max(0, rowDot(subject, subjects.table, entry)),
        likeness: likenessOf(whole, entries),
        serverLikeness: spread(likenessOf(whole, servers), index.serverOf),
        partLikeness: (entry) => likest(parts.length > 0 ? parts : [whole], core, entry),
        neighbours: mergeNeighbours(intent, remembered),
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

function spread(values: Float64Array, rowOf: readonly number[]): Float64Array {
  return Float64Array.from(rowOf, (row) => values[row] ?? 0)
}

function likest(parts: readonly Float32Array[], table: Float32Array, entry: number): number {
  return parts.reduce((most, part) => Math.max(most, rowDot(part, table, entry)), 0)
}

function rowDot(vector: Float32Array, table: Float32Array, row: number): number {
  return partialDot(vector, table, row * vector.length, 0, vector.length)
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

function neighboursOf(
  vector: Float32Array,
  table: Float32Array,
  terms: readonly string[],
  own: string | undefined,
): readonly (readonly [string, number])[] {
  const best = new Map<string, number>()
  const dimensions = vector.length
  for (let row = 0; row < terms.length; row++) {
    const at = row * dimensions
    if (partialDot(vector, table, at, 0, firstAxes) < surelyFar) continue
    const likeness = partialDot(vector, table, at, 0, dimensions)
    const term = terms[row] ?? ''
    if (likeness > leastLikeness && term !== own && likeness > (best.get(term) ?? 0))
      best.set(term, likeness)
  }
  return [...best].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, nearest)
}

/** A slice takes the local table a few milliseconds; a served model gets one request for it. */
const sliceChars = 20_000

/** One vector a text; those in `known` are not embedded again, the others join it. */
export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  role: 'query' | 'passage',
  known: Map<string, Float32Array>,
  rest: () => Promise<void> = async () => undefined,
): Promise<readonly Float32Array[]> {
  const nothing = new Float32Array(embedder.dimensions)
  for (const slice of slices([...new Set(texts.filter((text) => !known.has(text)))])) {
    const vectors = await embedder.embed(slice, role)
    slice.forEach((text, at) => {
      known.set(text, vectors[at] ?? nothing)
    })
    await rest()
  }
  return texts.map((text) => known.get(text) ?? nothing)
}

/** Forgets the vectors of all other texts: those of tools and intents that are gone. */
export function keepOnly(known: Map<string, Float32Array>, texts: readonly string[]): void {
  const wanted = new Set(texts)
  for (const text of known.keys()) if (!wanted.has(text)) known.delete(text)
}

function* slices(texts: readonly string[]): Generator<readonly string[]> {
  let [slice, chars]: [string[], number] = [[], 0]
  for (const text of texts) {
    slice.push(text)
    chars += text.length
    if (chars < sliceChars) continue
    yield slice
    slice = []
    chars = 0
  }
  if (slice.length > 0) yield slice
}

function packed(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const table = new Float32Array(vectors.length * dimensions)
  vectors.forEach((vector, row) => {
    table.set(vector, row * dimensions)
  })
  return table
}

function partialDot(
  vector: Float32Array,
  table: Float32Array,
  at: number,
  from: number,
  to: number,
): number {
  let sum = 0
  for (let axis = from; axis < to; axis++) sum += (vector[axis] ?? 0) * (table[at + axis] ?? 0)
  return sum
}

function likenessOf(vector: Float32Array, table: Float32Array): Float64Array {
  const dimensions = vector.length
  const likeness = new Float64Array(dimensions === 0 ? 0 : table.length / dimensions)
  for (let row = 0; row < likeness.length; row++)
    likeness[row] = Math.max(0, rowDot(vector, table, row))
  return likeness
}
