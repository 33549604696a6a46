/** How one field of a document counts: its weight, and how strongly its length is normalised away (0 to 1). */
interface Bm25Field {
  readonly weight: number
  readonly lengthPenalty: number
}

export interface Bm25Options {
  readonly fields: readonly Bm25Field[]
  /** How soon repetitions of a term stop adding; 1.2 when absent. */
  readonly saturation?: number
}

export interface Bm25Hit {
  /** Position of the document in the array the index was built from. */
  readonly document: number
  readonly score: number
}

/** A query term with its weight; a term given twice counts with the sum. */
export type WeightedTerm = readonly [term: string, weight: number]

/** An immutable inverted index whose postings already hold each term's full contribution. */
export interface Bm25Index {
  readonly size: number
  /** Rarity of a term, above 0 for every term; the highest value for a term no document holds. */
  rarity(term: string): number
  /** How many documents hold the term. */
  documentFrequency(term: string): number
  /** One score per document, 0 where no term matches. */
  scores(query: Iterable<WeightedTerm>): Float64Array
  /** The best documents above 0, best first, ties in document order. */
  search(query: Iterable<WeightedTerm>, limit: number): readonly Bm25Hit[]
}

interface Postings {
  readonly documents: Uint32Array
  readonly impacts: Float64Array
}

/** BM25F over terms that are already split and stemmed: each document is one list of terms per field. */
export function bm25Index(
  documents: readonly (readonly (readonly string[])[])[],
  { fields, saturation = 1.2 }: Bm25Options,
): Bm25Index {
  const frequencies = weighFrequencies(documents, fields)
  const postings = new Map<string, Postings>()
  for (const [term, found] of frequencies) {
    const rarity = rarityOf(found.documents.length, documents.length)
    postings.set(term, toPostings(found, rarity, saturation))
  }
  const documentFrequency = (term: string) => postings.get(term)?.documents.length ?? 0

  function scores(query: Iterable<WeightedTerm>): Float64Array {
    const totals = new Float64Array(documents.length)
    for (const [term, weight] of query) addPostings(totals, postings.get(term), weight)
    return totals
  }

  return {
    size: documents.length,
    documentFrequency,
    rarity: (term) => rarityOf(documentFrequency(term), documents.length),
    scores,
    search: (query, limit) => topHits(scores(query), limit),
  }
}

/** The `limit` highest scores above 0, best first, ties in document order. */
export function topHits(scores: Float64Array, limit: number): readonly Bm25Hit[] {
  const hits: Bm25Hit[] = []
  for (let document = 0; document < scores.length; document += 1) {
    const score = scores[document] ?? 0
    if (score <= (hits.length < limit ? 0 : (hits.at(-1)?.score ?? 0))) continue
    hits.splice(placeFor(hits, score), 0, { document, score })
    if (hits.length > limit) hits.pop()
  }
  return hits
}

/** After every hit that scores as much: an equal score that comes later stands later. */
function placeFor(hits: readonly Bm25Hit[], score: number): number {
  let low = 0
  let high = hits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hits[middle]?.score ?? 0) >= score) low = middle + 1
    else high = middle
  }
  return low
}

function addPostings(totals: Float64Array, postings: Postings | undefined, weight: number): void {
  if (postings === undefined) return
  const { documents, impacts } = postings
  for (let index = 0; index < documents.length; index += 1) {
    const document = documents[index] ?? 0
    totals[document] = (totals[document] ?? 0) + weight * (impacts[index] ?? 0)
  }
}

function rarityOf(documentFrequency: number, size: number): number {
  return Math.log(1 + (size - documentFrequency + 0.5) / (documentFrequency + 0.5))
}

/** Where a term occurs: documents in order, each with its weighted, length-normalised count. */
interface Frequencies {
  readonly documents: number[]
  readonly counts: number[]
}

/** Arrays that only grow, since documents come in order: nested maps cost ten times the memory. */
function weighFrequencies(
  documents: readonly (readonly (readonly string[])[])[],
  fields: readonly Bm25Field[],
): Map<string, Frequencies> {
  const meanLengths = fields.map((_, field) => meanLength(documents, field))
  const frequencies = new Map<string, Frequencies>()
  documents.forEach((document, number) => {
    fields.forEach(({ weight, lengthPenalty }, field) => {
      const terms = document[field] ?? []
      const relativeLength = terms.length / (meanLengths[field] || 1)
      const share = weight / (1 - lengthPenalty + lengthPenalty * relativeLength)
      for (const term of terms) addShare(frequencies, term, number, share)
    })
  })
  return frequencies
}

function meanLength(documents: readonly (readonly (readonly string[])[])[], field: number): number {
  let total = 0
  for (const document of documents) total += document[field]?.length ?? 0
  return documents.length === 0 ? 0 : total / documents.length
}

function addShare(
  frequencies: Map<string, Frequencies>,
  term: string,
  document: number,
  share: number,
): void {
  const found = frequencies.get(term)
  if (found === undefined) {
    frequencies.set(term, { documents: [document], counts: [share] })
    return
  }
  const last = found.documents.length - 1
  if (found.documents[last] === document) found.counts[last] = (found.counts[last] ?? 0) + share
  else {
    found.documents.push(document)
    found.counts.push(share)
  }
}

function toPostings(
  { documents, counts }: Frequencies,
  rarity: number,
  saturation: number,
): Postings {
  return {
    documents: Uint32Array.from(documents),
    impacts: Float64Array.from(
      counts,
      (frequency) => (rarity * frequency * (saturation + 1)) / (frequency + saturation),
    ),
  }
}
