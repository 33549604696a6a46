import { expect, test } from 'vitest'
import { prune } from '../prune.ts'
import type { PruneInput } from '../types.ts'

const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }
const sized = (rows: readonly string[], goal: string, chars: number): PruneInput => ({
  text: rows.join('\n'),
  goal,
  sourceType: 'logs',
  maxPruneRatio: 1,
  minKeepLines: 0,
  annotateLines: false,
  includeMarkers: false,
  keepBudget: { chars, countsMarkers: false },
  explain: true,
})
const rows = Array.from({ length: 200 }, (_, at) => `${at}a9f HEAD@{${at}}: commit: page ${at}`)
rows[70] = 'c02a400 HEAD@{70}: reset: moving to HEAD~6'

test('a named size goes to what most speaks for, though it has no word of the goal', () => {
  const { text } = prune(sized(rows, 'when did I throw my work away', 60), context)
  expect(text).toBe(`${rows[70]}\n`)
})

test('a named size is not filled with lines that nothing speaks for', () => {
  const { keptLines } = prune(sized(rows, 'when was the work reset', 4000), context)
  expect(keptLines).toBe(1)
})

test('the reason for a line is what it was chosen by', () => {
  const { blocks } = prune(sized(rows, 'when was the work reset', 60), context)
  expect(blocks).toEqual([{ start: 71, end: 71, reason: 'goal', score: 1 }])
})

test('the law on lines is met by what speaks for them too', () => {
  const { keepBudget: _, ...open } = sized(rows, 'when did I throw my work away', 0)
  const { text } = prune({ ...open, maxPruneRatio: 0.99, minKeepLines: 1 }, context)
  expect(text).toContain(rows[70])
})
