import { expect, test } from 'vitest'
import { restAfter } from './keep-source.ts'

const source = { name: 'docs', path: '/docs', watch: false }

test.each([
  { of: {}, failures: 0, isWatched: false, rest: undefined },
  { of: { everyMs: 900_000 }, failures: 0, isWatched: false, rest: 900_000 },
  { of: { watch: true }, failures: 0, isWatched: true, rest: 3_600_000 },
  { of: { watch: true }, failures: 0, isWatched: false, rest: 600_000 },
  { of: { watch: true, everyMs: 60_000 }, failures: 0, isWatched: true, rest: 60_000 },
  { of: {}, failures: 1, isWatched: false, rest: 30_000 },
  { of: {}, failures: 3, isWatched: false, rest: 120_000 },
  { of: {}, failures: 4000, isWatched: false, rest: 3_600_000 },
  { of: { everyMs: 10_000 }, failures: 4, isWatched: false, rest: 10_000 },
])('rests $rest after $failures failures of $of', ({ of, failures, isWatched, rest }) => {
  expect(restAfter({ ...source, ...of }, { failures, isWatched })).toBe(rest)
})
