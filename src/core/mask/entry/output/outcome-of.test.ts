import { expect, test } from 'vitest'
import { outcomeOf } from '../sieve-result.ts'

const long = 'a line of ordinary output\n'.repeat(100)

test.each([
  ['a tag before the output', `<returncode>0</returncode>\n<output>\n${long}`, 0],
  ['a sentence after the output', `${long}\nCommand exited with code 2`, 2],
  ['a line of a report', `Command: npm test\nError: (none)\nExit Code: 0\n${long}`, 0],
  ['a field', `{"output":"…","exit_code": 1}`, 1],
  ['nobody', long, undefined],
  ['source that returns a number', `def f():\n  return 3\n${long}`, undefined],
  ['a code in the middle of a log', `${long}Process exited with code 9\n${long}`, undefined],
])('%s tells how a program ended', (_, text, code) => {
  expect(outcomeOf({ isFlaggedError: false }, text)).toBe(code)
})

test('what is flagged as an error failed, whatever its text says', () => {
  expect(outcomeOf({ isFlaggedError: true }, long)).toBe(1)
  expect(outcomeOf({ isFlaggedError: true }, 'Exit code: 0')).toBe(1)
  expect(outcomeOf({ isFlaggedError: true }, 'Exit code: 7')).toBe(7)
})
