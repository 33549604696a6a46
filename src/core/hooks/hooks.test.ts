import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createHooks, type HooksDeps } from './hooks.ts'

const payload = (name: string): unknown =>
  JSON.parse(readFileSync(`test/fixtures/hooks/claude-code/${name}.json`, 'utf8'))

function stage(enter?: HooksDeps['enter']) {
  const asked: Parameters<HooksDeps['enter']>[] = []
  const hooks = createHooks({
    enter: async (...call) => {
      asked.push(call)
      return enter ? enter(...call) : { text: 'short', id: 'prn_fccm4eny3pd6el3u' }
    },
    isSieved: (command) => command.startsWith('npm test'),
    digest: (text) => createHash('sha256').update(text).digest('hex'),
  })
  return { hooks, asked }
}

test('a result is answered with a shorter one, by the goal its user gave before', async () => {
  const { hooks, asked } = stage()
  expect(await hooks.handle('claude-code', payload('prompt'))).toEqual({})
  expect(await hooks.handle('claude-code', payload('result-tests-pass'))).toMatchObject({
    answer: { hookSpecificOutput: { updatedToolOutput: { stdout: 'short' } } },
  })
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject([
    'hook:claude-code',
    { tool: 'Bash', goal: 'Read all notes in order, then say what they have in common' },
  ])
})

test('nothing is answered when a result stays whole', async () => {
  const { hooks } = stage(async () => undefined)
  expect(await hooks.handle('claude-code', payload('result-tests-pass'))).toEqual({})
})

test('what is asked for again after it was shortened comes whole', async () => {
  const { hooks, asked } = stage()
  await hooks.handle('claude-code', payload('result-tests-pass'))
  expect(await hooks.handle('claude-code', payload('result-tests-pass'))).toEqual({})
  expect(asked).toHaveLength(1)
})

test('the output of a command is passed through a filter where one can be started', async () => {
  const { hooks, asked } = stage()
  const before = payload('before-tests-fail')
  expect(await hooks.handle('claude-code', before)).toEqual({})
  const reply = await hooks.handle('claude-code', before, 'tamis hook claude-code --of')
  const key = /--of (\w+)"/.exec(JSON.stringify(reply))?.[1] ?? ''
  expect(reply.answer).toMatchObject({
    hookSpecificOutput: {
      updatedInput: {
        command: `set -o pipefail && npm test -- 3 | tamis hook claude-code --of ${key}`,
      },
    },
  })
  expect(await hooks.filter('claude-code', key, 'long')).toBe('short')
  expect(asked[0]?.[1]).toMatchObject({ tool: 'bash', input: { command: 'npm test -- 3' } })
})

test('a filter that nobody announced changes nothing', async () => {
  const { hooks, asked } = stage()
  expect(await hooks.filter('codex', 'abc', 'long')).toBeUndefined()
  expect(asked).toEqual([])
})

test('commands whose output nobody would shorten are left alone', async () => {
  const { hooks } = stage()
  const before = payload('before-tests-fail') as { tool_input: object }
  const listing = { ...before, tool_input: { command: 'ls' } }
  expect(await hooks.handle('claude-code', listing, 'tamis hook claude-code --of')).toEqual({})
})
