/** Which places hold a term and with what weight; terms are numbered, and all of it is packed. */
export interface Postings {
  /** Where the places of a term begin; those of the next begin where they end. */
  readonly starts: Uint32Array
  readonly places: Uint32Array
  readonly weights: Float64Array
}

export interface Posting {
  readonly term: number
  readonly place: number
  readonly weight: number
}

/** `counts` says how many postings each term has; those of one term keep their order. */
export function packPostings(counts: readonly number[], postings: Iterable<Posting>): Postings {
  const starts = new Uint32Array(counts.length + 1)
  counts.forEach((count, term) => {
    starts[term + 1] = (starts[term] ?? 0) + count
  })
  const total = starts[counts.length] ?? 0
  const places = new Uint32Array(total)
  const weights = new Float64Array(total)
  const free = starts.slice()
  for (const { term, place, weight } of postings) {
    const at = free[term] ?? 0
    places[at] = place
    weights[at] = weight
    free[term] = at + 1
  }
  return { starts, places, weights }
}

/** The weights of each term added up by group, `groups` saying which ones a place belongs to. */
export function sumByGroup(postings: Postings, groups: readonly (readonly number[])[]): Postings {
  const counts: number[] = []
  const added: Posting[] = []
  for (let term = 0; term + 1 < postings.starts.length; term++) {
    const sums = groupSums(postings, term, groups)
    counts.push(sums.size)
    for (const [place, weight] of sums) added.push({ term, place, weight })
  }
  return packPostings(counts, added)
}

function groupSums(
  { starts, places, weights }: Postings,
  term: number,
  groups: readonly (readonly number[])[],
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++)
    for (const group of groups[places[at] ?? 0] ?? [])
      sums.set(group, (sums.get(group) ?? 0) + (weights[at] ?? 0))
  return sums
}

/** Adds to each place what `weight` times its own weight is. */
export function addProducts(
  { starts, places, weights }: Postings,
  term: number,
  weight: number,
  products: Float64Array,
): void {
  for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++) {
    const place = places[at] ?? 0
    products[place] = (products[place] ?? 0) + weight * (weights[at] ?? 0)
  }
}

/** The same weights by place: which terms each holds, in order. */
export function byPlace({ starts, places, weights }: Postings, placeCount: number): Postings {
  const counts: number[] = Array(placeCount).fill(0)
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1
  function* turned(): Generator<Posting> {
    for (let term = 0; term + 1 < starts.length; term++)
      for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++)
        yield { term: places[at] ?? 0, place: term, weight: weights[at] ?? 0 }
  }
  return packPostings(counts, turned())
}

/** The product of two rows whose places are in order. */
export function rowProduct(
  { starts, places, weights }: Postings,
  one: number,
  other: number,
): number {
  const [start = 0, end = 0, otherEnd = 0] = [starts[one], starts[one + 1], starts[other + 1]]
  let [product, next] = [0, starts[other] ?? 0]
  for (let at = start; at < end; at++) {
    const place = places[at] ?? 0
    next = firstFrom(place, places, next, otherEnd)
    if (next === otherEnd) break
    if (places[next] === place) product += (weights[at] ?? 0) * (weights[next] ?? 0)
  }
  return product
}

function firstFrom(place: number, places: Uint32Array, start: number, end: number): number {
  let at = start
  while (at < end && (places[at] ?? 0) < place) at += 1
  return at
}
