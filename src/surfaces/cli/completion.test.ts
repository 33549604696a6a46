import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { completionScript } from './completion.ts'

/** What bash would offer for these words, the last of them being typed. */
function offered(...words: string[]): string[] {
  const line = ['tamis', ...words]
  const script = `${completionScript('bash', commands)}
COMP_WORDS=(${line.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${line.length - 1}
_tamis; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

test.each([
  { words: ['pr'], first: 'prune' },
  { words: ['ledger', 'l'], first: 'list' },
  { words: ['prune', '--go'], first: '--goal' },
  { words: ['prune', 'some.log', '--go'], first: '--goal' },
  { words: ['prune', '--goal', 'why', '--ex'], first: '--explain' },
  { words: ['status', '--js'], first: '--json' },
])('bash completes $words to $first', ({ words, first }) => {
  expect(offered(...words)[0]).toBe(first)
})

test('offers every top word at the start', () => {
  expect(offered('')).toEqual(
    expect.arrayContaining(['prune', 'recover', 'ledger', 'up', 'memory']),
  )
})

test('writes a line for every command in fish', () => {
  const script = completionScript('fish', commands)
  for (const { name } of commands) expect(script).toContain(`-a ${name.split(' ').at(-1)} `)
})
