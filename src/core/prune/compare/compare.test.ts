import { describe, expect, test } from 'vitest'
import { readGoal } from '../goal/goal.ts'
import { comparedLines } from './compared-lines.ts'
import { readComparison } from './comparison.ts'
import { type QuantityKind, quantitiesIn } from './quantities.ts'

test.each<[string, QuantityKind, readonly number[]]>([
  ['Use 91% of 40M', 'share', [91]],
  ['40M 1.5GiB 12kb 300 bytes', 'size', [40e6, 1.5e9, 12e3, 300]],
  ['running for 6d4h, 3h12m and 41m', 'duration', [6 * 86_400 + 4 * 3600, 11_520, 2460]],
  ['took 12.5 ms, 2 days, 3 weeks', 'duration', [0.0125, 172_800, 1_814_400]],
  ['✔ stop 8 (24.503687ms)', 'duration', [0.024503687]],
  ['2024-02-03 00:00 leaf42.txt', 'date', [54 * 372 + 31 + 2]],
  ['4 (31s ago) v1.2 web-3', 'count', [4]],
  ['1,024 rows', 'count', [1024]],
])('%s has %s %j', (text, kind, values) => {
  const found = quantitiesIn(text, kind)
  expect(found).toHaveLength(values.length)
  for (const [at, value] of values.entries()) expect(found[at]).toBeCloseTo(value)
})

test.each([
  ['which pods restarted more than 3 times', { kind: 'count', isAbove: true, bound: 3 }],
  ['restarts > 3', { kind: 'count', isAbove: true, bound: 3 }],
  ['volumes over 90 % full', { kind: 'share', isAbove: true, bound: 90 }],
  ['files larger than 1.5 GB', { kind: 'size', isAbove: true, bound: 1.5e9 }],
  ['tests slower than 200ms', { kind: 'duration', isAbove: true, bound: 0.2 }],
  ['which pods are younger than an hour', { kind: 'duration', isAbove: false, bound: 3600 }],
  ['les fichiers de plus de 3 Mo', { kind: 'size', isAbove: true, bound: 3e6 }],
  ['conteneurs plus vieux que 5 jours', { kind: 'duration', isAbove: true, bound: 432_000 }],
  ['snapshots before 2026-02-01', { kind: 'date', isAbove: false, bound: 56 * 372 + 31 }],
  ['anything changed since 2025?', { kind: 'date', isAbove: true, bound: 55 * 372 }],
])('%s compares', (goal, comparison) => {
  expect(readComparison(goal)).toMatchObject(comparison)
})

test.each([
  'which file is far bigger than the others',
  'are cookies sent over plain HTTP',
  'how many processes can there be at most',
  'what failed after the last deploy',
  'why did it end with 137',
])('%s compares with nothing', (goal) => {
  expect(readComparison(goal)).toBeUndefined()
})

describe('lines on the side that is asked for', () => {
  const found = (rows: readonly string[], goal: string): readonly string[] => {
    const lineAt = (line: number): string => rows[line] ?? ''
    const flags = comparedLines({ count: rows.length, lineAt, tables: [], goal: readGoal(goal) })
    return rows.filter((_, at) => flags?.[at] === 1)
  }
  const steps = ['lint 1.2s', 'types 14.0s', 'tests 2m3s', 'docs 900ms', 'pack 40ms']

  test('by the kind of quantity', () => {
    expect(found(steps, 'which steps take longer than 10 seconds')).toEqual([steps[1], steps[2]])
  })

  test('by the word beside a count', () => {
    const rows = ['web restarts=0 age=99', 'mail restarts=7 age=3', 'api restarts=1 age=50']
    expect(found(rows, 'who has more than 3 restarts')).toEqual([rows[1]])
  })

  test('none where most lines are on it', () => {
    expect(found(steps, 'which steps take longer than 10 ms')).toEqual([])
  })
})
