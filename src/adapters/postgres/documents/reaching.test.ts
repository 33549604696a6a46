import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Condition, couldReach, toTsquery } from './reaching.ts'
import { leastNorm, mostPerRarity, type ScoredPart } from './score-chunks.ts'

interface Chunk {
  readonly length: number
  /** How often each part counts in it. */
  readonly times: readonly number[]
}

const partArbitrary = fc.record({
  isPhrase: fc.boolean(),
  rarity: fc.double({ min: 1e-6, max: 12, noNaN: true }),
})
const baseArbitrary = fc.record({
  parts: fc.array(partArbitrary, { minLength: 1, maxLength: 10 }),
  average: fc.integer({ min: 1, max: 400 }),
  length: fc.integer({ min: 1, max: 500 }),
  times: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 10, maxLength: 10 }),
  share: fc.double({ min: 0, max: 1, noNaN: true }),
})

function toParts(made: readonly Pick<ScoredPart, 'isPhrase' | 'rarity'>[]): readonly ScoredPart[] {
  const sorted = made.toSorted((a, b) => b.rarity - a.rarity)
  return sorted.map((one, at) => ({ ...one, query: `'t${at}'`, count: 1 }))
}

function scoreOf(parts: readonly ScoredPart[], { length, times }: Chunk, average: number): number {
  const norm = leastNorm(length, average)
  return parts.reduce((sum, { rarity, isPhrase }, at) => {
    const count = isPhrase ? Math.min(1, times[at] ?? 0) : (times[at] ?? 0)
    return sum + (rarity * mostPerRarity * count) / (count + norm)
  }, 0)
}

function holds(condition: Condition | undefined, chunk: Chunk): boolean {
  if (condition === undefined) return false
  if (condition.kind !== 'part')
    return condition.kind === 'all'
      ? condition.of.every((one) => holds(one, chunk))
      : condition.of.some((one) => holds(one, chunk))
  if (condition.query === "'+short'") return chunk.length < 64
  const [, at, mark] = /^'t(\d+)(\+?)'$/.exec(condition.query) ?? []
  return (chunk.times[Number(at)] ?? 0) >= (mark === '+' ? 2 : 1)
}

test('whatever reaches a score is looked at', () => {
  fc.assert(
    fc.property(baseArbitrary, ({ parts: made, average, length, times, share }) => {
      const parts = toParts(made)
      const chunk = { length, times: times.slice(0, parts.length) }
      fc.pre(chunk.times.some((count) => count > 0))
      const reached = scoreOf(parts, chunk, average) * share
      const hasShort = length < 64
      expect(holds(couldReach(parts, reached, { average, hasShort }), chunk)).toBe(true)
    }),
  )
})

test('what could not is not', () => {
  const parts = toParts([4, 3, 2].map((rarity) => ({ rarity, isPhrase: false })))
  const condition = couldReach(parts, 6.5, { average: 100, hasShort: false })
  const looked = (...times: number[]): boolean => holds(condition, { length: 100, times })
  expect([looked(1, 0, 0), looked(0, 1, 1), looked(0, 0, 9)]).toEqual([false, false, false])
  expect([looked(1, 1, 0), looked(2, 0, 0), looked(0, 2, 1)]).toEqual([true, true, true])
  const both = couldReach(parts.slice(0, 2), 7, { average: 64, hasShort: false })
  expect(both && toTsquery(both)).toBe("(('t0' & 't1') | 't0+')")
  expect(couldReach(parts, 20, { average: 100, hasShort: true })).toBeUndefined()
})
