import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PruneInput, PruneRequest } from '../types.ts'
import { pruneIdOf } from './prune-id.ts'

const digest = (text: string) => createHash('sha256').update(text, 'utf16le').digest('hex')

const input: PruneInput = {
  text: 'a\nb',
  goal: 'g',
  sourceType: 'docs',
  maxPruneRatio: 0.5,
  minKeepLines: 1,
  annotateLines: false,
  includeMarkers: true,
}

test('is a prefix and sixteen characters of lower-case base32', () => {
  expect(pruneIdOf(input, 'heuristic', digest)).toMatch(/^prn_[a-z2-7]{16}$/)
})

test('is the same for the same call, explained or not, however long it may take', () => {
  const patient = { ...input, explain: true, scoresLines: true, timeoutMs: 9000 }
  expect(pruneIdOf(patient, 'heuristic', digest)).toBe(pruneIdOf(input, 'heuristic', digest))
})

test.each<Partial<PruneRequest>>([
  { text: 'a\nb\n' },
  { goal: 'h' },
  { sourceType: 'code' },
  { maxPruneRatio: 0.6 },
  { minKeepLines: 2 },
  { annotateLines: true },
  { includeMarkers: false },
  { original: '\u001b[31ma\u001b[0m\nb' },
  { budgetTokens: 9 },
  { longestLine: 500 },
  { locale: 'en' },
  { keepBudget: { chars: 9, countsMarkers: true } },
])('differs when %o', (change) => {
  expect(pruneIdOf({ ...input, ...change }, 'heuristic', digest)).not.toBe(
    pruneIdOf(input, 'heuristic', digest),
  )
})

test('differs by backend', () => {
  expect(pruneIdOf(input, 'deepinfra', digest)).not.toBe(pruneIdOf(input, 'heuristic', digest))
})
