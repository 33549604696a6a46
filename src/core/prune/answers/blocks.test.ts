import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { blocksIn } from './blocks.ts'
import { readText } from './read-text.ts'

/** The blocks of a text by their first and last line, counted from 1. */
function blocks(rows: readonly string[]): readonly string[] {
  const text = readText(splitLines(rows.join('\n')), readGoal('x'), {}, () => false)
  if (text === undefined) return []
  const { first, last } = blocksIn(text)
  return [...new Set(rows.map((_, at) => `${(first[at] ?? 0) + 1}-${(last[at] ?? 0) + 1}`))]
}

test.each([
  ['syslog', (at: number) => `Nov 18 09:${10 + at}:12 web-3 `],
  ['the kernel', (at: number) => `[${String(at).padStart(5)}.146871] `],
])('a line of %s is no head of those after it, however often it comes', (_, time) => {
  const rows = Array.from(
    { length: 40 },
    (_, at) =>
      `${time(at)}${at % 4 === 0 ? 'sshd[7]: Accepted key' : `cron: job ${'abcdef'[at % 6]}`}`,
  )
  expect(blocks(rows)).toEqual(['1-40'])
})

test('a line that begins every record is its head', () => {
  const rows = Array.from({ length: 9 }, (_, at) => [
    `RECORD ${at} OF BOOK`,
    `  title  ${'tea and toast'.slice(0, 3 + at)}`,
    `  price (${'*'.repeat(at)}) each`,
  ])
  expect(blocks(rows.flat())).toContain('4-6')
})
