import { expect, test } from 'vitest'
import { isError } from './is-error.ts'

const told = (content: string): boolean => isError({ content, isFlaggedError: false })
const long = 'a line of ordinary output\n'.repeat(400)

test.each([
  ['a leading error', 'Error: ENOENT: no such file or directory'],
  ['a named exception after much output', `${long}ValueError: bad input\n`],
  ['a compiler code', 'error[E0382]: borrow of moved value: `x`'],
  [
    'a traceback in the middle',
    `${long}Traceback (most recent call last):\n  File "a.py"\n${long}`,
  ],
  ['a last line with a code', `${long}\n\nCommand exited with code 2`],
  ['a status line', `Exit code: 127\n${long}`],
  ['a process that says its status', 'Process exited with status 1.'],
  ['a field of a wrapped command', '{"output":"…","metadata":{"exit_code":1,"duration":0.2}}'],
  ['a JSON flag', '{"data": null, "isError": true}'],
  ['a JSON refusal', '{"success": false, "reason": "no seats"}'],
  ['a JSON error', '{"error": {"message": "rate limited"}}'],
  ['a JSON status', '[{"id": 1, "status": "failed"}]'],
  ['an unknown command', 'bash: rg: command not found'],
  ['a missing file', `${long}cat: a.txt: No such file or directory\n`],
  ['a tag', '<tool_use_error>String to replace not found</tool_use_error>'],
  ['a time-out', 'Command timed out after 120 s'],
])('%s is an error', (_, content) => {
  expect(told(content)).toBe(true)
})

test.each([
  ['source that throws', "export function f() {\n  throw new Error('no')\n}\n"],
  ['source that compares a flag', 'const reply = { "success": false, "status": "error" }\n'],
  ['source that names a code', 'if (code !== 0) log("exit code: " + code)\nexit_code = 1 + 1\n'],
  [
    'prose about exit codes',
    'The command returns exit code 1 when nothing was found, 2 on faults.',
  ],
  ['a grep over sources', "src/a.ts:12:  error: 'x'\nsrc/b.ts:3:  Error: 'y'\n"],
  ['a manual', 'Errors: see below.\n\nFATAL is the highest level.\n'],
  ['a JSON without a failure', '{"errors": [], "error": null, "success": true, "exit_code": 0}'],
  ['a test run without failures', '12 passed, 0 failed\nexit code 0\n'],
  ['a report that says there is none', 'Command: ls\nError: (none)\nExit Code: 0\n'],
  ['a log level', '2024-05-01 10:00:00 ERROR retrying in 5 s\n'],
])('%s is not', (_, content) => {
  expect(told(content)).toBe(false)
})

test('the flag of the format counts whatever the text says', () => {
  expect(isError({ content: 'fine', isFlaggedError: true })).toBe(true)
})
