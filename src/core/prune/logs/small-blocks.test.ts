import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Lines, splitLines } from '../../text/lines.ts'
import { prune } from '../prune.ts'
import { scanLog } from './scan-log.ts'
import { smallBlocks } from './score-logs.ts'
import { wordTable } from './word-table.ts'

function blocksOf(lines: Lines): string[] {
  const sought = { words: wordTable([], false), numbers: [] }
  const scan = scanLog(lines, sought, () => false)
  if (scan === undefined) return []
  const { first, last } = smallBlocks(scan)
  return [...first.keys()].map((line) => `${first[line]}-${last[line]}`)
}

test.each([
  { rows: ['a', 'b'], blocks: ['0-0', '1-1'] },
  { rows: ['a', '  b', '  c', 'd'], blocks: ['0-2', '0-2', '0-2', '3-3'] },
  { rows: ['  a', '  b', 'c'], blocks: ['0-1', '0-1', '2-2'] },
  { rows: ['a', '', '  b'], blocks: ['0-0', '1-2', '1-2'] },
  { rows: ['boom', 'at f (/app/a.js:1:2)', 'end'], blocks: ['0-1', '0-1', '2-2'] },
  { rows: ['a', ' 1', ' 2', ' 3', ' 4', ' 5', 'b'], blocks: [...Array(6).fill('0-5'), '6-6'] },
])('in $rows the lines of a block stand together', ({ rows, blocks }) => {
  expect(blocksOf(splitLines(rows.join('\n')))).toEqual(blocks)
})

test('longer blocks are left to their lines', () => {
  const rows = ['a', ' 1', ' 2', ' 3', ' 4', ' 5', ' 6', 'b']
  expect(blocksOf(splitLines(rows.join('\n')))).toEqual(rows.map((_, line) => `${line}-${line}`))
})

test('blocks partition every log', () => {
  const row = fc.constantFrom('', 'x', '  y', '\tat z (/a.js:1:2)', '   ')
  fc.assert(
    fc.property(fc.array(row, { maxLength: 40 }), (rows) => {
      const lines = splitLines(rows.join('\n'))
      blocksOf(lines).forEach((block, line, all) => {
        const [first = 0, last = 0] = block.split('-').map(Number)
        expect(line).toBeGreaterThanOrEqual(first)
        expect(line).toBeLessThanOrEqual(last)
        expect(all.slice(first, last + 1).every((other) => other === block)).toBe(true)
      })
    }),
  )
})

test('a failure is not cut off from the few lines that say what was expected', () => {
  const failures = ['Sum', 'Product', 'Quotient', 'Remainder', 'Power', 'Root'].map((name) =>
    [
      `--- FAIL: Test${name} (0.00s)`,
      `    ${name}_test.go:12: the ${name} of two large numbers that the table gives`,
      '    want 4',
      '    got 3',
    ].join('\n'),
  )
  const work = Array.from({ length: 20 }, (_, at) => `compiling unit ${at}`).join('\n')
  const { text } = prune(
    {
      text: failures.map((failure) => `${work}\n${failure}`).join('\n'),
      goal: 'why did the build fail',
      sourceType: 'logs',
      maxPruneRatio: 1,
      minKeepLines: 0,
      annotateLines: false,
      includeMarkers: true,
      keepBudget: { chars: 600, countsMarkers: false },
    },
    { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false },
  )
  const heads = text.match(/^--- FAIL.*$/gm) ?? []
  expect(heads.length).toBeGreaterThan(1)
  expect(failures.filter((failure) => text.includes(failure))).toHaveLength(heads.length)
})
