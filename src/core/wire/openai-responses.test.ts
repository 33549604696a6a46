import { describe, expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { resultFacts } from '../mask/facts/result-facts.ts'
import { resolvePolicy } from '../mask/policy.ts'
import { applyEdits } from '../mask/request/apply-edits.ts'
import { maskConversation } from '../mask/window/mask.ts'
import { isFields } from './content.ts'
import { openaiResponses } from './openai-responses.ts'

type Item = Readonly<Record<string, unknown>>

const policy = resolvePolicy({ commit_every_turns: 1, window_turns: 0, clear_inputs: true })
const long = 'a line of output\n'.repeat(200)

function masked(items: readonly Item[]): readonly Item[] {
  const { edits } = maskConversation(openaiResponses.read(items), policy, resultFacts(digest))
  return applyEdits(items, edits)
}

const later = [
  { type: 'function_call', call_id: 'z', name: 'read', arguments: '{}' },
  { type: 'function_call_output', call_id: 'z', output: 'Error: the last word' },
]

describe('results of built-in tools', () => {
  test('a shell result keeps how each command ended', () => {
    const exit = { type: 'exit', exit_code: 0 }
    const items = [
      { type: 'shell_call', call_id: 'a', action: { commands: ['ls', 'pwd'] } },
      {
        type: 'shell_call_output',
        call_id: 'a',
        output: [
          { stdout: long, stderr: '', outcome: exit },
          { stdout: long, stderr: 'x', outcome: exit },
        ],
      },
      ...later,
    ]
    expect(masked(items)[1]?.output).toEqual([
      { stdout: expect.stringContaining('tool=shell'), stderr: '', outcome: exit },
      { stdout: '', stderr: '', outcome: exit },
    ])
  })

  test.each([{ type: 'timeout' }, { type: 'exit', exit_code: 2 }])(
    '$type is an error',
    (outcome) => {
      const items = [
        { type: 'shell_call', call_id: 'a', action: { commands: ['make'] } },
        {
          type: 'shell_call_output',
          call_id: 'a',
          output: [{ stdout: long, stderr: '', outcome }],
        },
        ...later,
      ]
      expect(masked(items)).toBe(items)
    },
  )

  test('a patch stays, and what it answered may leave', () => {
    const call = { type: 'apply_patch_call', call_id: 'a', operation: { type: 'x', diff: long } }
    const output = { type: 'apply_patch_call_output', call_id: 'a', status: 'completed' }
    const items = [call, { ...output, output: long }, ...later]
    expect(masked(items)[0]).toBe(call)
    expect(masked(items)[1]?.output).toContain('tool=apply_patch')
    const silent = [call, output, ...later]
    expect(masked(silent)).toBe(silent)
  })

  test('a local shell result is known by its id too', () => {
    const items = [
      { type: 'local_shell_call', id: 'i', call_id: 'a', action: { command: ['ls'] } },
      { type: 'local_shell_call_output', id: 'a', output: long },
      ...later,
    ]
    expect(masked(items)[1]?.output).toContain('tool=local_shell')
  })

  test.each([
    { type: 'mcp_call', id: 'm', name: 'find', arguments: '{}', output: long },
    { type: 'computer_call_output', call_id: 'a', output: { type: 'computer_screenshot' } },
    { type: 'tool_search_output', call_id: 'a', tools: [{ name: 'read', description: long }] },
    { type: 'compaction', encrypted_content: long },
    { type: 'code_interpreter_call', id: 'c', code: long },
    { type: 'what_comes_next_output', call_id: 'a', output: long },
  ])('$type is never touched, and counts by its size', (item) => {
    const items = [item, ...later]
    expect(masked(items)).toBe(items)
    const [entry] = openaiResponses.read(items)
    expect(entry?.chars).toBeGreaterThan(2000)
    expect(isFields(item) && openaiResponses.words(item).parts.length).toBeGreaterThan(0)
  })
})
