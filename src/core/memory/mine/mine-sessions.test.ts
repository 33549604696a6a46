import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSessionFile } from '../../sessions/read-sessions.ts'
import { agentNames, type SavedSession } from '../../sessions/session.ts'
import type { SessionStep } from '../../sessions/session-steps.ts'
import { mineCommands } from './mine-commands.ts'
import { mineFixes } from './mine-fixes.ts'
import { minePreferences } from './mine-preferences.ts'
import { mineSessions } from './mine-sessions.ts'

const fixtures = join(import.meta.dirname, '../../../../test/fixtures/sessions')

function sessionsOf(agent: string): readonly SavedSession[] {
  return readdirSync(join(fixtures, agent))
    .toSorted()
    .flatMap((name) => {
      const reading = readSessionFile({
        name,
        text: readFileSync(join(fixtures, agent, name), 'utf8'),
      })
      return reading.kind === 'read' ? reading.sessions : []
    })
}

test.each(agentNames)('finds what was planted in sessions of %s, and nothing else', (agent) => {
  const found = mineSessions(sessionsOf(agent)).map(({ kind, text }) => `${kind}: ${text}`)
  expect(found).toHaveLength(4)
  expect(found.join('\n')).toMatch(/fix: `npm run check` failed with “.*adds”/)
  expect(found.join('\n')).toContain('sum.js: `return a - b` became `return a + b`')
  expect(found.join('\n')).toContain('command: Use `node --test`, not `node --tset`')
  expect(found.join('\n')).toContain('command: Use `npm run check`, not `npm run tests`')
  expect(found.join('\n')).toContain('preference: Always run the tests with node --test')
})

const ran = (command: string, output: string, isFailure: boolean): SessionStep => ({
  kind: 'ran',
  command,
  output,
  isFailure,
  time: 0,
})
const edited = (path: string, before = 'old', after = 'new'): SessionStep => ({
  kind: 'edited',
  path,
  before,
  after,
  time: 0,
})

const failing = ran('make', 'x.c: error: no such field', true)
const passing = ran('make', 'done', false)

test.each([
  { what: 'nothing was edited in between', steps: [failing, passing] },
  { what: 'it never passed', steps: [failing, edited('/a/x.c'), failing] },
  { what: 'another command passed', steps: [failing, edited('/a/x.c'), ran('ls', '', false)] },
  {
    what: 'so much was edited that nobody can say what helped',
    steps: [failing, ...Array.from({ length: 5 }, () => edited('/a/x.c')), passing],
  },
  {
    what: 'the command itself was wrong',
    steps: [ran('make', 'make: unknown option', true), edited('/a/x.c'), passing],
  },
  {
    what: 'only a page was written that the program does not name',
    steps: [failing, edited('/a/NOTES.md'), passing],
  },
  {
    what: 'the code was only written now',
    steps: [failing, edited('/a/x.c', "throw new Error('not implemented')"), passing],
  },
  {
    what: 'what was changed was changed back',
    steps: [failing, edited('/a/x.c', 'a', 'b'), edited('/a/x.c', 'b', 'a'), passing],
  },
])('proposes no fix where $what', ({ steps }) => {
  expect(mineFixes(steps, '/a')).toEqual([])
})

test('a fix names the failure, the file within the project, and what became of it', () => {
  const [fix] = mineFixes([failing, edited('/a/x.c'), passing], '/a')
  expect(fix?.text).toBe(
    '`make` failed with “x.c: error: no such field”. It passed after a change to x.c: `old` became `new`.',
  )
  const [vague] = mineFixes([failing, edited('/a/x.c'), edited('/a/y.c'), passing], '/a')
  expect(vague?.confidence).toBeLessThan(fix?.confidence ?? 0)
})

test.each([
  { what: 'the work failed, not the call', first: 'assertion failed', second: 'go test -v' },
  { what: 'another program was run next', first: 'unknown option --x', second: 'ls -l' },
])('proposes no command where $what', ({ first, second }) => {
  const steps = [ran('go test --x', first, true), ran(second, '', false)]
  expect(mineCommands(steps)).toEqual([])
})

test('quotes the edit that stayed, the error that was thrown, and paths as the project has them', () => {
  const trace = `/a/x.py:3\n  raise Error(3)\nTraceback (most recent call last):\nImportError: test\nKeyError: 'in /a/x.py'`
  const [fix] = mineFixes(
    [
      ran('python x.py', trace, true),
      edited('/a/x.py', 'one', 'one, print(one)'),
      edited('/a/x.py', 'two', 'three'),
      edited('/a/x.py', 'one, print(one)', 'one'),
      ran('python x.py', '', false),
    ],
    '/a',
  )
  expect(fix?.text).toBe(
    "`python x.py` failed with “KeyError: 'in x.py'”. It passed after a change to x.py: `two` became `three`.",
  )
})

const saying = (text: string, session: string) => ({ text, session, agent: 'pi', folder: '/a' })

test('a wish counts when it was said in two messages, in nearly the same words', () => {
  const said = [
    saying('Fix it. Always use pnpm, never npm, in this project.', '1'),
    saying('Now the docs. Always use pnpm, never npm in this project!', '2'),
    saying('Never touch the lock file. Never mind the old warnings.', '2'),
    saying('Never mind the old warnings.', '3'),
    saying('Please run the tests.', '1'),
    saying('Please run the tests.', '2'),
  ]
  expect(minePreferences(said).map(({ text }) => text)).toEqual([
    'Always use pnpm, never npm in this project!',
  ])
})

test('what was injected, pasted or said twice in one breath is no wish', () => {
  const block = `<!-- tamis:memory begin story=PD-1 -->\nAlways use pnpm in this project.\n<!-- tamis:memory end -->`
  expect(minePreferences([saying(block, '1'), saying(block, '2')])).toEqual([])
  const pasted = `${'x '.repeat(1000)}. Always use pnpm in this project.`
  expect(minePreferences([saying(pasted, '1'), saying(pasted, '2')])).toEqual([])
  const twice = 'Always use pnpm in this project. Always use pnpm in this project.'
  expect(minePreferences([saying(twice, '1')])).toEqual([])
})

test('what looks like a secret stays in its session', () => {
  const [session] = sessionsOf('pi')
  if (!session) throw new Error('there are two')
  const items = [0, 1].flatMap((n) => [
    { role: 'user', content: `Always use the key sk-ant-${'a1'.repeat(12)} for the tests` },
    { role: 'assistant', content: `ok ${n}` },
  ])
  expect(mineSessions([{ ...session, items, times: items.map(() => 0) }])).toEqual([])
})
