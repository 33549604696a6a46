import {
  addProducts,
  byPlace,
  type Posting,
  type Postings,
  packPostings,
  rowProduct,
  sumByGroup,
} from './postings.ts'

/** Past intents as weighted terms of length 1; two are alike by the cosine. */
interface PastTerms {
  /** A text's terms weighed like those of the past; terms the past does not know only take weight away. */
  weigh(terms: readonly string[]): TermVector
  /** How alike each past intent is, 0 to 1. */
  alike(vector: TermVector): Float64Array
  /** How alike two past intents are. */
  between(one: number, other: number): number
  /** How alike each group of past intents is: the cosine to their sum, doubted where they are few. */
  alikeGroups(vector: TermVector, own?: ReadonlySet<number>): Float64Array
}

/** Weights by the number of the term. */
type TermVector = ReadonlyMap<number, number>

interface Vocabulary {
  readonly numbers: ReadonlyMap<string, number>
  /** How many past intents have each term. */
  readonly frequencies: readonly number[]
  readonly size: number
}

/** Intents nobody has had yet: with few of the past, a word that all share still says little about the next. */
const unheard = 10

/** A group counts as if one more intent, unlike all others, belonged to it. */
const doubt = 1

/** `groups` says for each past intent which groups it belongs to. */
export function buildPastTerms(
  past: readonly (readonly string[])[],
  groups: readonly (readonly number[])[],
  groupCount: number,
): PastTerms {
  const vocabulary = readVocabulary(past)
  const weigh = (terms: readonly string[]): TermVector => unitVector(terms, vocabulary)
  const documents = packPostings(vocabulary.frequencies, postingsOf(past, weigh))
  const rows = byPlace(documents, past.length)
  const groupPostings = sumByGroup(documents, groups)
  const lengths = squaredLengths(groupPostings, groupCount)
  return {
    weigh,
    // Not `past.length`: the texts would stay in memory for their number.
    alike: (vector) => dot(vector, documents, vocabulary.size),
    between: (one, other) => rowProduct(rows, one, other),
    alikeGroups(vector, own) {
      const products = dot(vector, groupPostings, groupCount)
      return cosines(products, lengths, own)
    },
  }
}

/** The cosine to each sum of vectors; `own` groups hold the asking vector itself, which is taken out. */
export function cosines(
  products: Float64Array,
  squaredLengths: Float64Array,
  own: ReadonlySet<number> = new Set(),
): Float64Array {
  return products.map((product, group) => {
    const squared = squaredLengths[group] ?? 0
    if (!own.has(group)) return Math.max(0, product) / (Math.sqrt(squared) + doubt)
    const rest = Math.max(0, squared - 2 * product + 1)
    return Math.max(0, product - 1) / (Math.sqrt(rest) + doubt)
  })
}

function readVocabulary(past: readonly (readonly string[])[]): Vocabulary {
  const numbers = new Map<string, number>()
  const frequencies: number[] = []
  for (const terms of past)
    for (const term of new Set(terms)) {
      const number = numbers.get(term) ?? numbers.size
      numbers.set(term, number)
      frequencies[number] = (frequencies[number] ?? 0) + 1
    }
  return { numbers, frequencies, size: past.length }
}

function unitVector(
  terms: readonly string[],
  { numbers, frequencies, size }: Vocabulary,
): TermVector {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = [...counts].map(([term, count]) => {
    const number = numbers.get(term)
    const known = number === undefined ? 0 : (frequencies[number] ?? 0)
    const rarity = Math.log(1 + (size + unheard - known + 0.5) / (known + 0.5))
    return { number, weight: (1 + Math.log(count)) * rarity }
  })
  const length = Math.hypot(...weights.map(({ weight }) => weight)) || 1
  return new Map(
    weights.flatMap(({ number, weight }) =>
      number === undefined ? [] : [[number, weight / length] as const],
    ),
  )
}

function* postingsOf(
  past: readonly (readonly string[])[],
  weigh: (terms: readonly string[]) => TermVector,
): Generator<Posting> {
  for (const [place, terms] of past.entries())
    for (const [term, weight] of weigh(terms)) yield { term, place, weight }
}

function squaredLengths({ places, weights }: Postings, groupCount: number): Float64Array {
  const squared = new Float64Array(groupCount)
  places.forEach((group, at) => {
    squared[group] = (squared[group] ?? 0) + (weights[at] ?? 0) ** 2
  })
  return squared
}

function dot(vector: TermVector, postings: Postings, size: number): Float64Array {
  const products = new Float64Array(size)
  for (const [term, weight] of vector) addProducts(postings, term, weight, products)
  return products
}
