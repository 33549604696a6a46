import { expect, test } from 'vitest'
import { prune } from './prune.ts'
import type { PruneInput } from './types.ts'

const context = { pruneId: 'prn_abcdefghijklmnop', isExpired: () => false }

const base: Omit<PruneInput, 'text'> = {
  goal: 'why does the build fail',
  sourceType: 'logs',
  maxPruneRatio: 0.9,
  minKeepLines: 1,
  annotateLines: false,
  includeMarkers: true,
}

test('one line of five megabytes passes unchanged', () => {
  const long = 'x'.repeat(5_000_000)
  expect(prune({ ...base, text: long }, context)).toMatchObject({ kind: 'unchanged', text: long })
})

test.each(['logs', 'code', 'docs'] as const)('uses the whole allowance on %s', (sourceType) => {
  const rows = Array.from({ length: 400 }, (_, at) =>
    at % 40 === 7
      ? `ERROR build failed in module ${at}`
      : `step ${at} of the ordinary work is done`,
  )
  const outcome = prune({ ...base, sourceType, text: rows.join('\n') }, context)
  expect(outcome.keptLines).toBeGreaterThanOrEqual(40)
  expect(outcome.keptLines).toBeLessThanOrEqual(44)
})

test('asks for the time and lets the text through when it is up', () => {
  const outcome = prune({ ...base, text: 'a\n'.repeat(99) }, { ...context, isExpired: () => true })
  expect(outcome).toMatchObject({ fallback: true, warnings: ['timeout'], text: 'a\n'.repeat(99) })
})

test('more lines to keep than there are cannot be met', () => {
  const outcome = prune({ ...base, text: 'a\nb\n', minKeepLines: 3, annotateLines: true }, context)
  expect(outcome).toMatchObject({
    fallback: true,
    warnings: ['constraints_unmet'],
    text: 'a\nb\n',
    annotations: [],
  })
})

test('says so when the goal is nowhere in the text, and keeps structure', () => {
  const rows = [
    'import os',
    ...Array.from({ length: 60 }, (_, at) => `    value_${at} = compute(${at})`),
  ]
  const text = [...rows, 'def main():', ...rows.slice(1)].join('\n')
  const outcome = prune({ ...base, goal: 'zebra', sourceType: 'code', text }, context)
  expect(outcome.warnings).toEqual(['goal_not_found'])
  expect(outcome.text).toContain('import os')
  expect(outcome.text).toContain('def main():')
})

test('explains each kept block', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `ordinary line number ${at} goes on and on`)
  rows[30] = 'ERROR: disk full'
  const outcome = prune({ ...base, explain: true, text: rows.join('\n') }, context)
  expect(outcome.blocks).toContainEqual(expect.objectContaining({ reason: 'error', score: 1 }))
})

test('a reranker can lift a line that our own words miss', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `ordinary line number ${at} goes on and on`)
  const lineScores = new Float64Array(60)
  lineScores[20] = 1
  const outcome = prune(
    { ...base, text: rows.join('\n'), maxPruneRatio: 0.95 },
    { ...context, lineScores },
  )
  expect(outcome.text).toContain('line number 20 ')
})

test('gives the score of every line when asked, relative to the best one', () => {
  const lines = Array.from({ length: 60 }, (_, at) => `routine step ${at} done`)
  lines[30] = 'ERROR payment declined for order 77'
  const text = lines.join('\n')
  const input = {
    text,
    goal: 'why was the payment declined',
    sourceType: 'logs' as const,
    maxPruneRatio: 0.9,
    minKeepLines: 1,
    annotateLines: false,
    includeMarkers: true,
  }
  const context = { pruneId: 'prn_x', isExpired: () => false }
  const { lineScores } = prune({ ...input, scoresLines: true }, context)
  expect(lineScores).toHaveLength(60)
  expect(lineScores?.[30]).toBe(100)
  expect(prune(input, context)).not.toHaveProperty('lineScores')
})
