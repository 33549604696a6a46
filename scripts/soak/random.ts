export interface Random {
  /** A number in 0..1, 1 excluded. */
  next(): number
  below(limit: number): number
  pick<Value>(values: readonly Value[]): Value
}

/** A seeded generator (mulberry32): the same seed, the same choices. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    pick<Value>(values: readonly Value[]): Value {
      const [first] = values
      if (first === undefined) throw new Error('nothing to pick from')
      return values[below(values.length)] ?? first
    },
  }
}
