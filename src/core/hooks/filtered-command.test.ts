import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { filteredCommand } from './hooks.ts'

describe('a command through a filter', () => {
  test.each([
    ['npm test', 'set -o pipefail && npm test | f'],
    ['cd web && npm test 2>&1', 'set -o pipefail && cd web && npm test 2>&1 | f'],
    [`pytest -k "a|b" -m 'x;y'`, `set -o pipefail && pytest -k "a|b" -m 'x;y' | f`],
  ])('%j', (command, filtered) => {
    expect(filteredCommand(command, 'f')).toBe(filtered)
  })

  test.each([
    '',
    'npm test | tail',
    'npm test; echo done',
    'npm test || true',
    'npm test &',
    'npm test > out.txt',
    'npm test <<EOF\nx\nEOF',
    'npm test # all',
    'make $(cat list)',
    'make `cat list`',
    'pytest -k "$(cat x)"',
    'echo "a',
    '(npm test)',
    'npm test && cd web',
    'npm test \\',
    'for i in 1; do npm test; done',
  ])('%j stays as it is', (command) => {
    expect(filteredCommand(command, 'f')).toBeUndefined()
  })

  test('its exit code is handed on, with both streams where it joins them', () => {
    const command = filteredCommand(`cd / && sh -c 'echo a; echo b >&2; exit 3' 2>&1`, 'sed s/^/./')
    const { status, stdout } = spawnSync('bash', ['-c', `${command}`], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 3, stdout: '.a\n.b\n' })
  })

  test('what stands before still acts on the shell', () => {
    const command = filteredCommand('cd / && ls -d .', 'cat')
    expect(execFileSync('bash', ['-c', `${command}; pwd`], { encoding: 'utf8' })).toBe('.\n/\n')
  })
})
