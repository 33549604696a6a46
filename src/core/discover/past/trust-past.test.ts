import { expect, test } from 'vitest'
import { buildEvidenceIndex, type PastIntent } from './evidence-index.ts'
import { chooseStrength, strengths, untried } from './trust-past.ts'

/** A catalog that is wrong, and sure of it: its favourites are never what is needed. */
const misled = async () => ({
  sums: Float64Array.from({ length: 20 }, (_, at) => (at < 16 ? 5 : 1)),
})

test('a past that repeats itself is believed', async () => {
  const past = Array.from({ length: 60 }, (_, at) => ({
    intent: `please ${['water', 'paint', 'sell', 'move'][at % 4]} the ${['roses', 'walls', 'chairs', 'boxes'][at % 4]} number ${at}`,
    entries: [16 + (at % 4)],
  }))
  const strength = await chooseStrength(buildEvidenceIndex(past, 20), misled)
  expect(strength.near).toBeGreaterThan(strengths.light.near)
})

test('a past that misleads is not believed', async () => {
  // Each pair of like intents used different tools, and the catalog alone is right.
  const past: readonly PastIntent[] = Array.from({ length: 60 }, (_, at) => ({
    intent: `fetch the ${['red', 'blue', 'green'][Math.floor(at / 2) % 3]} file ${Math.floor(at / 2)}`,
    entries: [at % 20],
  }))
  const index = buildEvidenceIndex(past, 20)
  const rightAlready = new Map(past.map(({ intent, entries }) => [intent, entries[0]]))
  const strength = await chooseStrength(index, async (intent) => {
    const wanted = rightAlready.get(intent) ?? 0
    const partner = wanted % 2 === 0 ? wanted + 1 : wanted - 1
    return {
      sums: Float64Array.from({ length: 20 }, (_, at) =>
        at === wanted || at === partner ? 1.5 : 1,
      ),
    }
  })
  expect(strength.near).toBeLessThanOrEqual(strengths.light.near)
})

test('without any past only what is nearly the same will count', async () => {
  expect(await chooseStrength(buildEvidenceIndex([], 20), misled)).toBe(untried)
})
