import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type HookAgent, hookAgentNames, hookAgents } from './hook-agents.ts'
import type { HookEvent, ResultEvent } from './hook-event.ts'

const fixtures = 'test/fixtures/hooks'
const id = 'prn_fccm4eny3pd6el3u'

function captured(agent: HookAgent, name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(fixtures, agent, `${name}.json`), 'utf8'))
}

function eventOf(agent: HookAgent, name: string): HookEvent | undefined {
  return hookAgents[agent](captured(agent, name))
}

function resultOf(agent: HookAgent, name: string): ResultEvent {
  const event = eventOf(agent, name)
  if (event?.kind !== 'result') throw new Error(`${agent} ${name}: no result`)
  return event
}

test('every agent has payloads of the real program', () => {
  expect(readdirSync(fixtures).sort()).toEqual([...hookAgentNames].sort())
})

const replacing = hookAgentNames.filter((agent) => agent !== 'codex')

describe.each(replacing)('%s', (agent) => {
  test('what a run of tests printed is read without what the agent says around it', () => {
    const { kind, tool, input, text, exitCode } = resultOf(agent, 'result-tests-pass')
    expect(kind).toBe('result')
    expect(exitCode).toBe(0)
    expect(tool).toMatch(/bash|run_/i)
    expect(JSON.stringify(input)).toContain('npm test')
    expect(text.trim().split('\n')[0]).toBe('> app@1.0.0 test')
    expect(text.trim().split('\n').at(-1)).toBe('not ok 121 - boom')
  })

  test('all that stays of the answer is what came, but for the text', () => {
    const { text, replace } = resultOf(agent, 'result-tests-pass')
    const before = JSON.stringify(replace(text, id))
    const after = JSON.stringify(replace('SHORT', id))
    expect(after).toBe(before.replace(JSON.stringify(text).slice(1, -1), 'SHORT'))
    expect(before).not.toBe(after)
  })

  test('anything it does not know is left alone', () => {
    for (const payload of [undefined, null, 1, '', [], {}, { hook_event_name: 'Stop' }])
      expect(hookAgents[agent](payload)).toBeUndefined()
  })
})

test.each([
  ['opencode', 'result-tests-fail'],
  ['gemini-cli', 'result-tests-fail'],
  ['pi', 'result-tests-fail'],
  ['copilot-cli', 'result-tests-fail'],
  ['cline', 'result-tests-fail'],
] as const)('%s tells a run that failed from one that passed', (agent, name) => {
  expect(resultOf(agent, name).exitCode).toBe(3)
})

test.each([
  'claude-code',
  'codex',
  'opencode',
  'gemini-cli',
  'qwen-code',
  'pi',
  'copilot-cli',
] as const)('%s tells what the user asked for', (agent) => {
  expect(eventOf(agent, 'prompt')).toMatchObject({
    kind: 'prompt',
    text: expect.stringContaining('Read all notes in order'),
  })
})

test('Qwen Code’s prompts after each result say nothing', () => {
  expect(eventOf('qwen-code', 'prompt-empty')).toBeUndefined()
})

test.each(['claude-code', 'codex'] as const)(
  '%s: a command about to run can be another',
  (agent) => {
    const event = eventOf(agent, 'before-tests-fail')
    if (event?.kind !== 'command') throw new Error('no command')
    expect(event.command).toBe('npm test -- 3')
    const { tool_input: input } = captured(agent, 'before-tests-fail')
    expect(event.rewrite('other')).toMatchObject({
      answer: { hookSpecificOutput: { updatedInput: { ...(input as object), command: 'other' } } },
    })
  },
)

test('Claude Code keeps asking whether a command may run', () => {
  const event = eventOf('claude-code', 'before-tests-fail')
  const reply = event?.kind === 'command' ? event.rewrite('other') : undefined
  expect(JSON.stringify(reply)).not.toContain('permissionDecision')
})

describe('Claude Code', () => {
  const bash = (more: object): HookEvent | undefined => {
    const payload = captured('claude-code', 'result-tests-pass')
    return hookAgents['claude-code']({
      ...payload,
      tool_response: { ...(payload.tool_response as object), ...more },
    })
  }

  test.each([
    { persistedOutputPath: '/srv/dev/out.txt' },
    { isImage: true },
    { interrupted: true },
  ])('output that is not all there is left alone: %j', (more) => {
    expect(bash(more)).toBeUndefined()
  })

  test('one text of an MCP server is replaced in its own form', () => {
    const payload = captured('claude-code', 'result-tests-pass')
    const event = hookAgents['claude-code']({
      ...payload,
      tool_name: 'mcp__ci__logs',
      tool_response: [{ type: 'text', text: 'long' }],
    })
    expect(event?.kind === 'result' && event.replace('short', id)).toEqual({
      answer: {
        hookSpecificOutput: {
          hookEventName: 'PostToolUse',
          updatedToolOutput: [{ type: 'text', text: 'short' }],
        },
      },
    })
  })
})

describe('Gemini CLI', () => {
  test('the short text is a file beside its transcripts, with the same marks of untrusted text', () => {
    const { write } = resultOf('gemini-cli', 'result-tests-fail').replace('SHORT', id)
    expect(write?.path).toBe(`/srv/dev/.gemini/tmp/site/tamis-${id}.txt`)
    expect(write?.text).toMatch(
      /^<untrusted_context>\nOutput: SHORT\nExit Code: 3\nProcess Group PGID: \d+\n<\/untrusted_context>$/,
    )
  })

  test('the file goes once it was read, and no other', () => {
    const read = (path: string): HookEvent | undefined =>
      hookAgents['gemini-cli']({
        ...captured('gemini-cli', 'result-read'),
        original_request_name: 'run_shell_command',
        tool_input: { file_path: path },
      })
    const ours = `/srv/dev/.gemini/tmp/site/tamis-${id}.txt`
    expect(read(ours)).toEqual({ kind: 'file-read', path: ours })
    expect(read('/srv/dev/site/note.txt')).toBeUndefined()
  })
})

test.each([
  ['opencode', { output: { output: 'cut…', metadata: { truncated: true } } }],
  ['pi', { event: { details: { fullOutputPath: '/tmp/x' } } }],
] as const)('%s: what was cut off is not shortened unless the whole is there', (agent, cut) => {
  const payload = captured(agent, 'result-tests-pass')
  const [field, more] = Object.entries(cut)[0] ?? []
  const truncated = { ...payload, [field ?? '']: { ...(payload[field ?? ''] as object), ...more } }
  expect(hookAgents[agent](truncated)).toBeUndefined()
  expect(hookAgents[agent]({ ...truncated, whole: 'all of it' })).toMatchObject({
    text: 'all of it',
  })
})
