import { expect, test } from 'vitest'
import { outputKind } from './output-kind.ts'

test.each([
  ['cat src/app.ts', 'file'],
  ['cd /repo && sed -n "10,40p" src/app.ts', 'file'],
  ['nl -ba src/app.ts | sed -n 1,40p', 'file'],
  ['head -50 src/app.ts', 'file'],
  ['npm test; cat src/app.ts', 'file'],
  ['grep -rn "npm test" .', 'listing'],
  ['grep -A 20 "class App" src/app.ts', 'file'],
  ['rg -n -C3 App src', 'file'],
  ['git diff HEAD~1 && ls -la', 'listing'],
  ['FOO=1 timeout 60 npm test 2>&1 | tail -40', 'run'],
  ['npx vitest run src', 'run'],
  ['python -m pytest -x tests', 'run'],
  ['./tests/runtests.py model_forms', 'run'],
  ['python3 tests/runtests.py admin', 'run'],
  ['cd app && cargo test && echo done', 'run'],
  ['tail -200 /var/log/app.log', 'run'],
  ['docker logs web', 'run'],
  ['docker ps', 'other'],
  ['curl -s https://example.org', 'page'],
  ['python reproduce.py', 'other'],
  ['node server.js', 'other'],
  ['echo hello', 'other'],
  ['', 'other'],
  ["bash -c 'cat x'", 'other'],
])('the command %j prints a %s', (command, kind) => {
  expect(outputKind('bash', JSON.stringify({ command }))).toBe(kind)
  expect(outputKind('Bash', { command })).toBe(kind)
})

test.each([
  ['Read', 'file'],
  ['read_file', 'file'],
  ['mcp__files__view', 'file'],
  ['Grep', 'listing'],
  ['list_directory', 'listing'],
  ['WebFetch', 'page'],
  ['run_tests', 'run'],
  ['get_weather', 'other'],
])('the tool %s gives a %s', (tool, kind) => {
  expect(outputKind(tool, { path: 'src/app.ts' })).toBe(kind)
})

test('a command given as words is read from its last one', () => {
  expect(outputKind('shell', { command: ['bash', '-lc', 'cargo build'] })).toBe('run')
  expect(outputKind('shell', { command: ['cargo', 'build'] })).toBe('run')
  expect(outputKind('exec', 'npm test')).toBe('run')
})

test('a hostile command costs no more than its length', () => {
  for (const part of ['"', "'", '\\', '|', '&& ', 'a=b ', 'sudo ', '<<'])
    expect(outputKind('bash', { command: part.repeat(100_000) })).toBe('other')
})

test.each([
  ['===== test session starts =====\ncollected 3 items', 'run'],
  ['..\n----\nRan 2 tests in 0.001s\n\nOK', 'run'],
  [' Tests  2 failed | 10 passed (12)\nTests: 2 failed, 3 passed, 5 total', 'run'],
  ['Traceback (most recent call last):\nValueError: bad', 'other'],
  ['a page about "Ran 2 tests in 0.001s" and more', 'other'],
])('what %j shows is told by the output where the command does not', (text, kind) => {
  expect(outputKind('bash', { command: 'python reproduce.py' }, text)).toBe(kind)
  expect(outputKind('bash', { command: 'cat report.txt' }, text)).toBe('file')
})
