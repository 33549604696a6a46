import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { oddValues } from './odd-values.ts'
import { readText } from './read-text.ts'

function oddLines(rows: readonly string[]): number[] {
  const text = readText(splitLines(rows.join('\n')), readGoal('x'), {}, () => false)
  const odd = text === undefined ? new Float64Array() : oddValues(text)
  return [...odd.keys()].filter((line) => (odd[line] ?? 0) > 0)
}

test('a value is odd where nearly all lines built alike have another, and not where all differ', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `-rw 36 tx defN 24-Feb-03 leaf${at}.txt`)
  rows[17] = '-rw 36 TX defN 24-Feb-03 leaf17.txt'
  expect(oddLines(rows)).toEqual([17])
})

test('values that come one time in ten are how the text is', () => {
  const rows = Array.from({ length: 30 }, (_, at) => `a ${at % 10 === 0 ? 'no' : 'yes'} b${at}`)
  expect(oddLines(rows)).toEqual([])
})
