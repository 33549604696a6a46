import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { chooseLines } from './choose-lines.ts'
import { rankLines } from './rank-lines.ts'

/** What is chosen where no reader of a form knows anything. */
function chosen(rows: readonly string[], goal: string, known: readonly number[] = []): string[] {
  const lines = splitLines(rows.join('\n'))
  const scored = {
    scores: new Float64Array(rows.length),
    isMadeForIt: false,
    clear: () => Uint8Array.from(rows, (_, at) => Number(known.includes(at))),
    reasons: () => new Uint8Array(rows.length),
    isGoalFound: true,
  }
  const ranked = rankLines(lines, readGoal(goal), scored, () => false)
  const flags = ranked === undefined ? [] : chooseLines(ranked)
  return rows.filter((_, at) => flags[at] === 1)
}

const many = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at))

test('a line unlike the others is chosen where no word of the goal is there', () => {
  const rows = many(200, (at) => `${at}a9f HEAD@{${at}}: commit: page ${at}`)
  rows[70] = 'c02a400 HEAD@{70}: reset: moving to HEAD~6'
  expect(chosen(rows, 'when did I throw my work away')).toEqual([rows[70]])
})

test('a number far above those of lines built alike is chosen where much of it is asked for', () => {
  const rows = many(40, (at) => `dist/page-${at}.js  ${(at * 7) % 13}.${at} kB`)
  rows[31] = 'dist/page-31.js  439.91 kB'
  expect(chosen(rows, 'which chunk is far too big')).toContain(rows[31])
})

test('a record comes whole, told by the head that begins every record', () => {
  const rows = Array.from({ length: 60 }, (_, at) => [
    `-[ RECORD ${at} ]${'-'.repeat(3 + (at % 5))}`,
    `name  | reader ${at}`,
    at === 42 ? 'email | none given' : `email | r${at}@example.org`,
  ]).flat()
  const found = chosen(rows, 'who has given none')
  expect(found).toContain('name  | reader 42')
  expect(found).toContain('email | none given')
})

test('a row comes with the names of its columns', () => {
  const rows = ['count   bytes   class', ...many(50, (at) => `${at + 3}   ${at * 8}   kind${at}`)]
  rows[20] = '4   rarely used   kindless'
  expect(chosen(rows, 'what is kindless')).toEqual([rows[0], rows[20]])
})

test('what a reader of the form chose is trusted where all that stands out is in it', () => {
  const rows = many(90, (at) => `ok ${at} passes`)
  rows[9] = 'not ok 9 fails: expected 1'
  rows[50] = 'not ok 50 fails: timed out'
  expect(chosen(rows, 'which tests fail', [9, 50])).toEqual([rows[9], rows[50]])
})

test('what is missing is told by the reader, whatever words other lines have', () => {
  const rows = many(60, (at) => `a${at}.ts: Cannot find module './view-${at}'`)
  rows.push("b.ts: property 'missing' is not there", "c.ts: property 'missing' is not there")
  const found = chosen(rows, 'which files are missing', [3, 4, 5])
  expect(found.slice(0, 3)).toEqual(rows.slice(3, 6))
  expect(found.length).toBeLessThan(6)
})

test('a line beside one that names the thing is shown, though it does not name it', () => {
  const rows = many(80, (at) => `step ${at} of the nightly run went by without a word`)
  rows[40] = 'rates: reading the table of currencies'
  rows[41] = 'no such file: currency-table.json'
  expect(chosen(rows, 'what happened to rates')).toEqual([rows[40], rows[41]])
})
