import { describe, expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { openaiChat } from '../wire/openai-chat.ts'
import { resultFacts } from './facts/result-facts.ts'
import { defaultPolicy, type MaskPolicyInput, resolvePolicy, strictPolicy } from './policy.ts'
import { maskConversation } from './window/mask.ts'

interface Step {
  readonly tool?: string
  readonly input?: unknown
  readonly text?: string
}

const long = (mark: string, chars = 2000): string => `${mark} `.repeat(chars / 2).slice(0, chars)

function history(steps: readonly Step[]): readonly unknown[] {
  return steps.flatMap(({ tool = 'bash', input = { n: 1 }, text = long('x') }, index) => [
    {
      role: 'assistant',
      tool_calls: [{ id: `c${index}`, function: { name: tool, arguments: JSON.stringify(input) } }],
    },
    { role: 'tool', tool_call_id: `c${index}`, content: text },
  ])
}

const run = (steps: readonly Step[], policy: MaskPolicyInput) =>
  maskConversation(openaiChat.read(history(steps)), resolvePolicy(policy), resultFacts(digest))

const maskedSteps = (steps: readonly Step[], policy: MaskPolicyInput): number[] =>
  run(steps, { commit_every_turns: 1, window_turns: 1, ...policy }).masked.map(({ toolCallId }) =>
    Number(toolCallId.slice(1)),
  )

const plain = (count: number): Step[] => Array.from({ length: count }, (_, n) => ({ input: { n } }))

describe('defaults', () => {
  test('asking for a commit on every turn asks for the strict window', () => {
    expect(resolvePolicy({ commit_every_turns: 1 })).toEqual(strictPolicy)
    expect(resolvePolicy({})).toEqual(defaultPolicy)
    expect(resolvePolicy({ commit_every_turns: 1, min_result_chars: 9 }).min_result_chars).toBe(9)
  })

  test('a small conversation is left alone', () => {
    expect(run(plain(30), {}).masked).toEqual([])
  })

  test('a large one is masked in a few batches, never inside the window', () => {
    const { masked, commits } = run(plain(100), {})
    expect(commits).toBeGreaterThan(0)
    expect(commits).toBeLessThanOrEqual(9)
    expect(masked.length).toBeGreaterThan(50)
    for (const { toolCallId } of masked) expect(Number(toolCallId.slice(1))).toBeLessThan(92)
  })
})

describe('when a batch is masked', () => {
  test('the boundary moves in steps', () => {
    const policy = {
      commit_every_turns: 5,
      window_turns: 2,
      commit_payback: 0,
      min_context_tokens: 0,
    }
    const counts = [7, 8, 11, 12, 13].map((turns) => run(plain(turns), policy).masked.length)
    expect(counts).toEqual([5, 5, 5, 10, 10])
  })

  test('a batch must free enough', () => {
    expect(maskedSteps(plain(4), { commit_min_tokens: 1200 })).toHaveLength(3)
    expect(maskedSteps(plain(4), { commit_min_tokens: 1450 })).toHaveLength(0)
  })

  test('a batch must have cost as much to carry as it costs to rewrite what follows', () => {
    const quick = run(plain(40), { min_context_tokens: 0, commit_payback: 0.1 }).commits
    const slow = run(plain(40), { min_context_tokens: 0, commit_payback: 2 }).commits
    expect(quick).toBeGreaterThan(slow)
  })

  test('by default it must have cost twice as much, so a session that ends soon is not rewritten', () => {
    const turnsUntil = (policy: MaskPolicyInput): number =>
      [...Array(200).keys()].find(
        (turns) => run(plain(turns), { min_context_tokens: 0, ...policy }).commits > 0,
      ) ?? 200
    expect(turnsUntil({})).toBe(turnsUntil({ commit_payback: 2 }))
    expect(turnsUntil({})).toBeGreaterThan(turnsUntil({ commit_payback: 1 }))
  })

  test('nothing happens below the size of context', () => {
    expect(maskedSteps(plain(20), { min_context_tokens: 20_000 })).toEqual([])
    expect(maskedSteps(plain(20), { min_context_tokens: 5000 }).length).toBeGreaterThan(0)
  })
})

describe('what stays', () => {
  const edit = (path: string): Step => ({ tool: 'edit', input: { path }, text: 'done' })
  const read = (path: string, more: object = {}): Step => ({
    tool: 'read',
    input: { path, ...more },
  })

  test('the newest tokens of results', () => {
    expect(maskedSteps(plain(6), { protect_newest_tokens: 1000 })).toEqual([0, 1, 2])
  })

  test('protected tools, by glob and whatever the case', () => {
    const steps = [{ tool: 'TodoWrite' }, { tool: 'mcp__memory__get' }, ...plain(2)]
    expect(maskedSteps(steps, { protected_tools: ['*todo*', '*MEMORY*'] })).toEqual([2])
  })

  test.each(['a+b', '(x', 'a.b', '[a', '\\'])('a glob of %j is a name, not a pattern', (name) => {
    const steps = [{ tool: name }, { tool: 'axb' }, ...plain(1)]
    expect(maskedSteps(steps, { protected_tools: [name] })).toEqual([1])
  })

  test('the first observation', () => {
    expect(maskedSteps(plain(4), { keep_first_observation: true })).toEqual([1, 2])
  })

  test('the last full read of a file that was edited later', () => {
    const steps = [
      read('a.ts'),
      read('b.ts'),
      read('a.ts', { offset: 5 }),
      edit('a.ts'),
      ...plain(2),
    ]
    expect(maskedSteps(steps, { window_turns: 4, keep_edited_reads: true })).toEqual([1])
  })

  test('but a read that a newer one repeats goes, whatever protected it', () => {
    const steps = [read('a.ts'), read('a.ts'), ...plain(2)]
    const policy = { keep_last_k_per_tool: 5 }
    expect(maskedSteps(steps, policy)).toEqual([])
    expect(maskedSteps(steps, { ...policy, stale_reads_first: true })).toEqual([0])
  })

  test('results shorter than the limit', () => {
    const steps = [{ text: 'short' }, ...plain(2)]
    expect(maskedSteps(steps, { min_result_chars: 10 })).toEqual([1])
  })

  test('the answer to a call that repeats a masked one, for one commit, and it is counted', () => {
    const again = { tool: 'read', input: { path: 'a.ts' } }
    const steps = [again, ...plain(3), again, ...plain(2).map(() => ({ input: { other: 1 } }))]
    const policy = { commit_every_turns: 1, window_turns: 1, keep_repeated_calls: true }
    expect(maskedSteps(steps, policy)).not.toContain(4)
    expect(run(steps, policy).repeatedCalls).toBe(1)
    expect(maskedSteps([...steps, ...plain(3)], policy)).toContain(4)
  })
})

describe('what the placeholder shows', () => {
  const first = (policy: MaskPolicyInput, text: string): string =>
    String(
      run([{ text }, ...plain(2)], { commit_every_turns: 1, window_turns: 1, ...policy }).edits[0]
        ?.value,
    )

  test('its own template, filled once', () => {
    expect(first({ placeholder_template: '<{tool}|{chars}|{nope}>' }, 'abc')).toBe(
      '<bash|3|{nope}>',
    )
  })

  test('the head, the tail and the exit code', () => {
    const policy = {
      placeholder_template: 'gone',
      preview_head_chars: 5,
      preview_tail_chars: 4,
      show_exit_code: true,
      keep_errors: false,
    }
    expect(first(policy, `start${'-'.repeat(50)}exit code: 3 end.`)).toBe(
      'gone\nexit_code=3\nstart\n…\nend.',
    )
  })
})

describe('long inputs', () => {
  const steps = [
    { tool: 'write', input: { path: 'a.ts', content: 'y'.repeat(3000) }, text: 'ok' },
    ...plain(2),
  ]

  test('stay by default', () => {
    expect(
      run(steps, { commit_every_turns: 1, window_turns: 1 }).masked.map(({ kind }) => kind),
    ).toEqual(['result', 'result'])
  })

  test('are cleared when asked, in place, and remain the same JSON shape', () => {
    const { edits, masked } = run(steps, {
      commit_every_turns: 1,
      window_turns: 1,
      clear_inputs: true,
    })
    const edit = edits.find(({ path }) => path.at(-1) === 'arguments')
    const cleared: unknown = JSON.parse(String(edit?.value))
    expect(cleared).toEqual({ path: 'a.ts', content: expect.stringContaining('id=msk_') })
    expect(JSON.parse(masked.find(({ kind }) => kind === 'input')?.original ?? '')).toEqual(
      steps[0]?.input,
    )
  })
})
