import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Injection, joinKey, type Outcome } from '../records/records.ts'
import { honestScores } from './honest-score.ts'
import { reuseScore, scoreInjections } from './reuse-score.ts'

const hash = (digit: string) => digit.repeat(64)

const injected = (
  learning: string,
  into: string,
  domain: string,
  date = '2026-01-01',
): Injection => ({
  story: 'PD-1',
  gate: 3,
  tags_hash: hash(learning),
  injected_story: into,
  domain,
  date,
})

const outcome = (
  story: string,
  result: 'go' | 'nogo',
  date = '2026-01-02',
  gate: number | string = 8,
): Outcome => ({ story, gate, result, date })

test('TC-NOM-05 INV-295-05 CA-295-05 two injections, two passed stories and one domain give 1.8, one of each 1.0', () => {
  expect(reuseScore({ injections: 2, passedStories: 2, domains: 1 })).toBe(1.8)
  expect(reuseScore({ injections: 1, passedStories: 1, domains: 1 })).toBe(1.0)
})

test('INV-295-05 the score is the raw weighted sum, exact at the thresholds', () => {
  expect(reuseScore({ injections: 0, passedStories: 0, domains: 0 })).toBe(0)
  expect(reuseScore({ injections: 1, passedStories: 0, domains: 1 })).toBe(0.6)
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), fc.nat(50), (injections, passedStories, domains) => {
      const sum = 0.4 * injections + 0.4 * passedStories + 0.2 * domains
      expect(reuseScore({ injections, passedStories, domains })).toBeCloseTo(sum, 9)
    }),
  )
})

test('TC-ERR-08 TC-NEG-02 ERR-295-08 a score outside its bounds is refused', () => {
  const none = { passedStories: 0, domains: 0 }
  expect(() => reuseScore({ injections: 2_500_000, ...none })).toThrow(RangeError)
  expect(() => reuseScore({ injections: -1, ...none })).toThrow(RangeError)
  expect(() => reuseScore({ injections: Number.NaN, ...none })).toThrow(RangeError)
  expect(reuseScore({ injections: 2_499_999, ...none })).toBe(999_999.6)
})

test('INV-295-06 scores are keyed by story, gate and tags hash, one line each', () => {
  const records = scoreInjections(
    [injected('a', 'PD-2', 'x'), injected('b', 'PD-2', 'x'), injected('a', 'PD-3', 'y')],
    [outcome('PD-2', 'go'), outcome('PD-3', 'nogo')],
    0,
  )
  expect(new Set(records.map(joinKey)).size).toBe(records.length)
  expect(records.map((record) => record.reuse_score)).toEqual([1.6, 1])
  expect(records[0]).toEqual({
    story: 'PD-1',
    gate: 3,
    tags_hash: hash('a'),
    reuse_score: 1.6,
    nb_injections: 2,
    nb_stories_gate8_go_apres_injection: 1,
    nb_domains_distincts: 2,
    computed_at: '1970-01-01T00:00:00.000Z',
  })
})

test.each([
  { why: 'a pass after the injection counts', outcomes: [outcome('PD-2', 'go')], passed: 1 },
  {
    why: 'a pass before the injection does not',
    outcomes: [outcome('PD-2', 'go', '2025-12-31')],
    passed: 0,
  },
  {
    why: 'a verdict of the same day without a time counts',
    outcomes: [outcome('PD-2', 'go', '2026-01-01')],
    passed: 1,
  },
  {
    why: 'a later nogo takes the pass back',
    outcomes: [outcome('PD-2', 'go'), outcome('PD-2', 'nogo', '2026-01-03')],
    passed: 0,
  },
  {
    why: 'a later go redeems a nogo',
    outcomes: [outcome('PD-2', 'nogo'), outcome('PD-2', 'go', '2026-01-03')],
    passed: 1,
  },
  {
    why: 'only gate 8 counts',
    outcomes: [outcome('PD-2', 'go', '2026-01-02', 5)],
    passed: 0,
  },
  {
    why: 'a gate may have a name',
    outcomes: [outcome('PD-2', 'go', '2026-01-02', 'gate 8')],
    passed: 1,
  },
])('$why', ({ outcomes, passed }) => {
  const [record] = scoreInjections(
    [injected('a', 'PD-2', 'x', '2026-01-01T10:00:00Z'), injected('a', 'PD-2', 'x')],
    outcomes,
    0,
  )
  expect(record?.nb_stories_gate8_go_apres_injection).toBe(passed)
})

test('the honest score compares stories with and without a learning, smoothed, with its counts', () => {
  const scores = honestScores(
    [injected('a', 'PD-2', 'x'), injected('a', 'PD-3', 'x'), injected('a', 'PD-9', 'x')],
    [outcome('PD-2', 'go'), outcome('PD-3', 'go'), outcome('PD-4', 'nogo'), outcome('PD-5', 'go')],
  )
  expect(scores.get(`PD-1 gate 3 ${hash('a')}`)).toEqual({
    with: { passed: 2, stories: 2, rate: 0.75 },
    without: { passed: 1, stories: 2, rate: 0.5 },
    lift: 0.25,
  })
})
