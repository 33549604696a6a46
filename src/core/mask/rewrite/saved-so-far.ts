import type { CachePrices } from '../window/cache-cost.ts'

/** A conversation in sizes, entry by entry, in characters. */
interface Sizes {
  readonly raw: readonly number[]
  /** As sent, before anything was masked. */
  readonly sent: readonly number[]
  /** The places at which the model replied, in order: each reply was one request for all before it. */
  readonly replies: readonly number[]
}

/** Something that was masked, and with which request. */
export interface MaskedPlace {
  readonly at: number
  readonly freedChars: number
  /** How many times the model had replied by then. */
  readonly turn: number
}

/**
 * What the requests so far cost less than they would have unsieved, in characters of fresh input.
 * Negative where rewriting has cost more than it saved yet.
 */
export function savedSoFar(
  { raw, sent, replies }: Sizes,
  masked: readonly MaskedPlace[],
  prices: CachePrices,
): number {
  const rawBefore = sums(raw)
  const sentBefore = sums(sent)
  const commits = Map.groupBy(masked, ({ turn }) => turn)
  let gone: readonly MaskedPlace[] = []
  let saved = 0
  let last = 0
  for (const [turn, place] of replies.entries()) {
    const batch = commits.get(turn) ?? []
    const firstChanged = Math.min(last, ...batch.map((one) => one.at))
    const stable = at(sentBefore, firstChanged) - freedBefore(gone, firstChanged)
    if (batch.length > 0) gone = [...gone, ...batch]
    const total = at(sentBefore, place) - freedBefore(gone, place)
    const raws = costOf(at(rawBefore, place), at(rawBefore, last), prices)
    saved += raws - costOf(total, stable, prices)
    last = place
  }
  return saved
}

/** What a request costs of which so much was sent before. */
function costOf(total: number, stable: number, { read, write }: CachePrices): number {
  return stable * read + (total - stable) * write
}

function freedBefore(gone: readonly MaskedPlace[], place: number): number {
  let sum = 0
  for (const { at: masked, freedChars } of gone) if (masked < place) sum += freedChars
  return sum
}

function sums(sizes: readonly number[]): Float64Array {
  const before = new Float64Array(sizes.length + 1)
  for (const [index, size] of sizes.entries()) before[index + 1] = (before[index] ?? 0) + size
  return before
}

function at(before: Float64Array, place: number): number {
  return before[place] ?? 0
}
