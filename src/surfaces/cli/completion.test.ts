import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { hookAgentNames } from '../../engine.ts'
import { setup } from './commands/setup.ts'
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
  { words: ['search', 'words', '--mode', 'l'], first: 'lexical' },
  { words: ['search', '--mode', '=', 'v'], first: 'vector' },
  { words: ['setup', 'codex', '--un'], first: '--undo' },
])('bash completes $words to $first', ({ words, first }) => {
  expect(offered(...words)[0]).toBe(first)
})

test('offers every top word at the start', () => {
  expect(offered('')).toEqual(
    expect.arrayContaining(['prune', 'recover', 'ledger', 'up', 'memory']),
  )
})

test.each([
  { words: ['setup', ''], values: setup.operandChoices },
  { words: ['hook', ''], values: hookAgentNames },
  { words: ['search', '--mode', ''], values: ['lexical', 'vector', 'hybrid'] },
  { words: ['search', '--mode', '='], values: ['lexical', 'vector', 'hybrid'] },
  { words: ['ingest', './docs', '--trust', ''], values: ['high', 'medium', 'low'] },
  { words: ['prune', '--source-type', ''], values: ['code', 'logs', 'docs'] },
  { words: ['store', 'purge', ''], values: ['originals', 'ledger', 'all'] },
  { words: ['completions', ''], values: ['bash', 'zsh', 'fish'] },
])('bash offers for $words what is taken there, and nothing else', ({ words, values }) => {
  expect(offered(...words)).toEqual(values)
})

test('offers files where an option takes any text, and agents once', () => {
  expect(offered('prune', '--goal', '')).toContain('package.json')
  expect(offered('setup', 'codex', '')).not.toContain('cursor')
})

test('fish and zsh are told the same values', () => {
  const fish = completionScript('fish', commands)
  expect(fish).toContain("-l mode -x -a 'lexical vector hybrid'")
  expect(fish).toContain(`-a '${setup.operandChoices?.join(' ')}'`)
  expect(completionScript('zsh', commands)).toContain(
    "'search --mode') printf '%s\\n' lexical vector hybrid ;;",
  )
})

test('writes a line for every command in fish', () => {
  const script = completionScript('fish', commands)
  for (const { name } of commands) expect(script).toContain(`-a ${name.split(' ').at(-1)} `)
})
