/** Past intents as weighted terms of length 1; two are alike by the cosine. */
export interface PastTerms {
  /** A text's terms weighed like those of the past; terms the past does not know only take weight away. */
  weigh(terms: readonly string[]): TermVector
  /** How alike each past intent is, 0 to 1. */
  alike(vector: TermVector): Float64Array
  /** How alike each group of past intents is: the cosine to their sum, doubted where they are few. */
  alikeGroups(vector: TermVector, own?: ReadonlySet<number>): Float64Array
}

export type TermVector = ReadonlyMap<string, number>

interface Postings {
  readonly at: number[]
  readonly weights: number[]
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
  const frequency = new Map<string, number>()
  for (const terms of past)
    for (const term of new Set(terms)) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weigh = (terms: readonly string[]): TermVector => unitVector(terms, frequency, past.length)
  const documents = new Map<string, Postings>()
  const sums = new Map<string, Map<number, number>>()
  past.forEach((terms, document) => {
    for (const [term, weight] of weigh(terms)) {
      addPosting(documents, term, document, weight)
      addToGroups(sums, term, groups[document] ?? [], weight)
    }
  })
  const groupPostings = new Map([...sums].map(([term, found]) => [term, toPostings(found)]))
  const lengths = squaredLengths(groupPostings, groupCount)
  return {
    weigh,
    alike: (vector) => dot(vector, documents, past.length),
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

function unitVector(
  terms: readonly string[],
  frequency: ReadonlyMap<string, number>,
  size: number,
): TermVector {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const weights = [...counts].map(([term, count]) => {
    const known = frequency.get(term) ?? 0
    const rarity = Math.log(1 + (size + unheard - known + 0.5) / (known + 0.5))
    return [term, (1 + Math.log(count)) * rarity] as const
  })
  const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1
  return new Map(
    weights
      .filter(([term]) => frequency.has(term))
      .map(([term, weight]) => [term, weight / length]),
  )
}

function addPosting(
  postings: Map<string, Postings>,
  term: string,
  document: number,
  weight: number,
): void {
  const found = postings.get(term) ?? { at: [], weights: [] }
  found.at.push(document)
  found.weights.push(weight)
  postings.set(term, found)
}

function addToGroups(
  sums: Map<string, Map<number, number>>,
  term: string,
  groups: readonly number[],
  weight: number,
): void {
  const found = sums.get(term) ?? new Map<number, number>()
  for (const group of groups) found.set(group, (found.get(group) ?? 0) + weight)
  sums.set(term, found)
}

function toPostings(found: ReadonlyMap<number, number>): Postings {
  return { at: [...found.keys()], weights: [...found.values()] }
}

function squaredLengths(postings: ReadonlyMap<string, Postings>, groupCount: number): Float64Array {
  const squared = new Float64Array(groupCount)
  for (const { at, weights } of postings.values())
    at.forEach((group, place) => {
      squared[group] = (squared[group] ?? 0) + (weights[place] ?? 0) ** 2
    })
  return squared
}

function dot(
  vector: TermVector,
  postings: ReadonlyMap<string, Postings>,
  size: number,
): Float64Array {
  const products = new Float64Array(size)
  for (const [term, weight] of vector) {
    const { at, weights } = postings.get(term) ?? { at: [], weights: [] }
    for (let place = 0; place < at.length; place++) {
      const one = at[place] ?? 0
      products[one] = (products[one] ?? 0) + weight * (weights[place] ?? 0)
    }
  }
  return products
}
