import { expect, test } from 'vitest'
import { matchesGlob } from './policy.ts'

test.each([
  ['*', 'anything/at all', true],
  ['*', '', true],
  ['delete_*', 'delete_repository', true],
  ['delete_*', 'delete_', true],
  ['delete_*', 'undelete_all', false],
  ['*_file', 'read_text_file', true],
  ['*_file', 'read_files', false],
  ['a*b*c', 'aXbYbZc', true],
  ['a*b*c', 'aXbYbZ', false],
  ['*-trusted', 'ci-trusted', true],
  ['*-trusted', 'blue/ci-trusted', false],
  ['blue/*', 'blue/ci', true],
  ['get.file', 'getXfile', false],
  ['', '', true],
  ['', 'a', false],
])('%s fits %s: %s', (pattern, text, fits) => {
  expect(matchesGlob(pattern, text)).toBe(fits)
})

test('many stars against a long text that does not fit are answered at once', () => {
  expect(matchesGlob(`${'*a'.repeat(50)}b`, 'a'.repeat(20_000))).toBe(false)
})
