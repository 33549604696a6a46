import { describe, expect, test } from 'vitest'
import { inMemorySentResults } from '../../../adapters/in-memory/sent-results.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { createEntrySieve } from '../entry/entry.ts'
import { sentMemory } from '../entry/sent-memory.ts'
import { resultFacts } from '../facts/result-facts.ts'
import { type MaskPolicyInput, resolvePolicy } from '../policy.ts'
import { usualPromptCache } from '../window/cache-cost.ts'
import { partPlaceholder } from './placeholder.ts'
import { createRewrite, type RewriteTerms } from './rewrite.ts'

type Message = Readonly<Record<string, unknown>>

const text = (name: string, lines: number): string =>
  Array.from({ length: lines }, (_, at) => `${name} ${at} says something of its own`).join('\n')

const user = { role: 'user', content: 'Go.' }
const turn = (
  id: string,
  content: string,
  name = 'read',
  input: object = { path: id },
): Message[] => [
  {
    role: 'assistant',
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
  },
  { role: 'tool', tool_call_id: id, content },
]
const turns = (count: number, from = 0, lines = 100): Message[] =>
  Array.from({ length: count }, (_, at) =>
    turn(`c${from + at}`, text(`file${from + at}`, lines)),
  ).flat()

function stage(input: MaskPolicyInput = {}, store = inMemorySentResults(), hasSentence = true) {
  const memory = sentMemory(
    store,
    () => 0,
    () => undefined,
  )
  let now = 0
  const policy = resolvePolicy({ window_turns: 3, min_context_tokens: 100, ...input })
  const rewrite = createRewrite({
    memory,
    isShared: false,
    now: () => now,
    keep: async () => undefined,
    placeholder: partPlaceholder({
      sentence: hasSentence ? policy : undefined,
      locale: 'en',
    }),
    pathOf: (id) => `/o/${id}.txt`,
  })
  const entry = createEntrySieve({
    memory,
    keepOriginals: async () => undefined,
    onNotKept: () => undefined,
  })
  const wait = (ms: number): void => {
    now += ms
  }
  /** The ids of the calls whose results, or arguments, are masked. */
  async function send(messages: readonly Message[], terms: Partial<RewriteTerms> = {}) {
    const conversation = openaiChat.read(messages)
    const facts = resultFacts(digest)
    const recalled = await entry.recall(conversation, facts)
    const masking = await rewrite({
      conversation,
      facts,
      policy,
      keepsOvercome: false,
      everyTurns: policy.commit_every_turns,
      idleInputChars: 500,
      cache: usualPromptCache,
      results: recalled.results,
      mayCommit: true,
      ...terms,
    })
    const masked = new Set(masking.masked.map(({ toolCallId }) => toolCallId))
    const settings = { echo: true, pruneMinChars: 0, locale: 'en' } as const
    const isMasked = ({ call }: { call: { callId: string } }) => masked.has(call.callId)
    await entry.decide(recalled, { conversation, facts, settings, isMasked })
    return masking
  }
  /** Sends every prefix of a conversation, as a client does; gives what was masked in the last. */
  async function grow(messages: readonly Message[], terms: Partial<RewriteTerms> = {}) {
    let last = await send([user])
    for (let end = 0; end < messages.length; end += 2)
      last = await send([user, ...messages.slice(0, end + 2)], terms)
    return last
  }
  return { send, grow, store, wait }
}

const idsOf = ({ masked }: Awaited<ReturnType<ReturnType<typeof stage>['send']>>): string[] =>
  masked.map(({ toolCallId }) => toolCallId)

describe('a batch', () => {
  test('is masked in a conversation that was never sent by us, whose cache is cold', async () => {
    expect(idsOf(await stage().send([user, ...turns(8)]))).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
  })

  /** Turns of twenty reads at once, about 193,000 characters each. */
  const bigTurn = (at: number): Message[] => {
    const ids = Array.from({ length: 20 }, (_, one) => `c${at}_${one}`)
    const calls = ids.map((id) => ({
      id,
      type: 'function',
      function: { name: 'read', arguments: '{}' },
    }))
    const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: text(id, 300) }))
    return [{ role: 'assistant', tool_calls: calls }, ...results]
  }

  test.each([false, true])(
    'is chosen by size, not by turns alone: five turns of twenty reads at once, warm: %j',
    async (isWarm) => {
      const { send } = stage({ window_turns: 10 })
      const reads = [0, 1, 2, 3, 4].map(bigTurn)
      if (isWarm) for (const end of [1, 2, 3, 4]) await send([user, ...reads.slice(0, end).flat()])
      const masked = idsOf(await send([user, ...reads.flat()]))
      expect(masked).toContain('c0_0')
      expect(masked).not.toContain('c4_19')
    },
  )

  test('is masked where that brings a prompt back below a step of the price', async () => {
    const steps = [{ aboveTokens: 18_000, input: 5 }]
    const cache = { ...usualPromptCache, steps }
    expect(idsOf(await stage().grow(turns(24)))).toEqual([])
    expect(idsOf(await stage().grow(turns(24), { cache }))).toContain('c0')
  })

  test('is masked before a model’s window ends, whatever it costs', async () => {
    const windowTokens = 18_000
    expect(
      idsOf(await stage().grow(turns(21), { cache: { ...usualPromptCache, windowTokens } })),
    ).toContain('c0')
    const wide = { ...usualPromptCache, windowTokens: 10 * windowTokens }
    expect(idsOf(await stage().grow(turns(21), { cache: wide }))).toEqual([])
  })

  test('is not masked while the conversation has saved less than the rewrite costs', async () => {
    expect(idsOf(await stage().grow(turns(30)))).toEqual([])
  })

  test('is masked once what was saved pays for it', async () => {
    const again = Array.from({ length: 12 }, (_, at) => turn(`r${at}`, text('file0', 100))).flat()
    const masking = await stage().grow([...turns(4), ...again, ...turns(20, 4)])
    expect(idsOf(masking)).toContain('c1')
  })

  test('is not masked in a small conversation', async () => {
    const again = Array.from({ length: 12 }, (_, at) => turn(`r${at}`, text('file0', 100))).flat()
    const messages = [...turns(4), ...again, ...turns(20, 4)]
    expect(idsOf(await stage({ min_context_tokens: 100_000 }).grow(messages))).toEqual([])
  })

  test('is masked when the cache has lapsed', async () => {
    const { grow, send, wait } = stage()
    await grow(turns(12))
    wait(usualPromptCache.lifeMs + 1)
    expect(idsOf(await send([user, ...turns(13)])).length).toBeGreaterThan(5)
  })

  test('is not masked before a thinking block', async () => {
    const thinking = {
      role: 'assistant',
      content: 'x',
      thinking_blocks: [{ type: 'thinking', signature: 's' }],
    }
    expect(idsOf(await stage().send([user, thinking, ...turns(8)]))).toEqual([])
  })

  test('is not masked within so many turns of the one before, unless no payback is asked for', async () => {
    const { send } = stage({ commit_payback: 0, commit_every_turns: 4 })
    expect(idsOf(await send([user, ...turns(5)]))).toEqual(['c0', 'c1'])
    expect(idsOf(await send([user, ...turns(8)]))).toEqual(['c0', 'c1'])
    expect(idsOf(await send([user, ...turns(9)]))).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5'])
  })
})

describe('what was masked once stays masked', () => {
  test('when the client drops early turns, when nothing may be masked, and on another daemon', async () => {
    const { send, store } = stage()
    const all = turns(8)
    const before = await send([user, ...all])
    const dropped = await send([user, ...all.slice(4)])
    expect(idsOf(dropped)).toEqual(['c2', 'c3', 'c4'])
    const elsewhere = await stage({ window_turns: 20 }, store).send([user, ...all], {
      mayCommit: false,
    })
    expect(elsewhere.edits).toEqual(before.edits)
  })
})

describe('what stays', () => {
  test('a result that a later one refers to', async () => {
    const { send } = stage({ window_turns: 4, commit_payback: 0, commit_every_turns: 2 })
    const read = [...turn('a', text('app', 100)), ...turns(2), ...turn('b', text('app', 100))]
    await send([user, ...read])
    expect(idsOf(await send([user, ...read, ...turns(2, 10)]))).toEqual(['c0'])
    expect(idsOf(await send([user, ...read, ...turns(9, 10)]))).toContain('a')
  })

  test('an error, until the same call went well', async () => {
    const failed = turn('bad', `Error: no\n${text('log', 50)}`, 'bash', { command: 'make' })
    const fixed = turn('good', text('fine', 50), 'bash', { command: 'make 2>&1 | tail -60' })
    expect(idsOf(await stage().send([user, ...failed, ...turns(8)]))).not.toContain('bad')
    expect(idsOf(await stage().send([user, ...failed, ...fixed, ...turns(8)]))).toContain('bad')
    const kept = await stage().send([user, ...failed, ...fixed, ...turns(8)], {
      keepsOvercome: true,
    })
    expect(idsOf(kept)).not.toContain('bad')
  })
})

test('what old writes carried leaves too where the policy says so, with its path kept', async () => {
  const written = turn('w', 'ok', 'write', { path: 'src/app.ts', content: text('app', 200) })
  const messages = [user, ...written, ...turns(8)]
  expect(idsOf(await stage().send(messages))).not.toContain('w')
  const { edits } = await stage({ clear_inputs: true }).send(messages)
  const [edit] = edits
  expect(String(edit?.value)).toMatch(/^\{"path":"src\/app\.ts","content":".*msk_\d{18}.*"\}$/)
})

test('what a call carried into a file leaves sooner once nobody works on that file', async () => {
  const input = (path: string) => ({ path, content: text('app', 40) })
  const messages = [
    user,
    ...turn('old', 'ok', 'write', input('src/old.ts')),
    ...turn('live', 'ok', 'write', input('src/live.ts')),
    ...turns(60),
    ...turn('look', text('live', 2), 'read', { path: 'src/live.ts' }),
  ]
  const policy = { clear_inputs: true, clear_inputs_min_chars: 4000 }
  const masked = idsOf(await stage(policy).send(messages))
  expect(masked).toContain('old')
  expect(masked).not.toContain('live')
  const named = await stage(policy).send(messages, { idleInputChars: 4000 })
  expect(idsOf(named)).not.toContain('old')
})

test('results behind more text than a window holds are old, however few turns ago they came', async () => {
  const many = Array.from({ length: 20 }, (_, at) => `p${at}`)
  const calls = {
    role: 'assistant',
    tool_calls: many.map((id) => ({
      id,
      type: 'function',
      function: { name: 'read', arguments: `{"path":"${id}"}` },
    })),
  }
  const results = many.map((id) => ({ role: 'tool', tool_call_id: id, content: text(id, 1500) }))
  const { send } = stage({ window_turns: 8 })
  const masked = idsOf(await send([user, calls, ...results, ...turn('next', text('next', 10))]))
  expect(masked.length).toBeGreaterThan(10)
  expect(masked).not.toContain('p19')
})

test('a placeholder is the contract’s sentence, and where the whole lies', async () => {
  const [first] = (await stage().send([user, ...turns(8)])).masked
  expect(first?.placeholder).toMatch(
    /^\[Observation masquée: .*id=msk_\d{18}\)\]\n⟦TAMIS: 100 lines, "file0 0 says something of its own": \/o\/msk_\d{18}\.txt⟧$/,
  )
})

test('a placeholder nobody asked for by name says how long the text is, how it begins and where it lies', async () => {
  const [first] = (await stage({}, inMemorySentResults(), false).send([user, ...turns(8)])).masked
  expect(first?.placeholder).toMatch(
    /^⟦TAMIS: 100 lines, "file0 0 says something of its own": \/o\/msk_\d{18}\.txt⟧$/,
  )
})

test('a placeholder names no file where the first omission of the conversation named none', async () => {
  const { grow } = stage({ commit_payback: 0 }, inMemorySentResults(), false)
  const read = (id: string): Message[] => turn(id, text('file0', 100))
  const { masked } = await grow([...read('a'), ...read('b'), ...turns(8)])
  expect(masked.length).toBeGreaterThan(0)
  for (const { placeholder } of masked) expect(placeholder).toMatch(/tamis recover msk_\d{18}⟧$/)
})

describe('the text an edit replaced', () => {
  const edited = turn('e', 'ok', 'edit', {
    path: 'src/app.ts',
    oldText: text('before', 40),
    newText: text('after', 40),
  })
  const wholly = { clear_inputs: true, clear_inputs_min_chars: 500 }

  test('leaves before what it wrote, which the file still holds', async () => {
    const { edits, masked } = await stage({
      clear_inputs: true,
      clear_inputs_min_chars: 9000,
    }).send([user, ...edited, ...turns(8)])
    const value = JSON.parse(String(edits[0]?.value))
    expect(value).toMatchObject({ path: 'src/app.ts', newText: text('after', 40) })
    expect(value.oldText).toMatch(/msk_\d{18}/)
    expect(masked[0]).toMatchObject({ kind: 'input', toolCallId: 'e' })
  })

  test('is written once where all that the call carried leaves later', async () => {
    const store = inMemorySentResults()
    const messages = [user, ...edited, ...turns(8)]
    await stage({ clear_inputs: true, clear_inputs_min_chars: 9000 }, store).send(messages)
    const { edits } = await stage(
      { ...wholly, commit_payback: 0, commit_every_turns: 2 },
      store,
    ).send([...messages, ...turns(4, 20)])
    const paths = edits.map(({ path }) => JSON.stringify(path))
    expect(new Set(paths).size).toBe(paths.length)
    expect(JSON.parse(String(edits[0]?.value))).toEqual({
      path: 'src/app.ts',
      oldText: expect.stringMatching(/msk_\d{18}/),
      newText: '⟦TAMIS: …⟧',
    })
  })

  test('stays where the policy keeps what calls carried', async () => {
    const { masked } = await stage().send([user, ...edited, ...turns(8)])
    expect(masked.filter(({ toolCallId }) => toolCallId === 'e')).toEqual([])
  })
})

test('a result that was asked for again leaves before others of its age', async () => {
  const again = (id: string) => turn(id, text(id, 100), 'bash', { command: 'make' })
  const { send } = stage({ window_turns: 6, commit_payback: 0, commit_every_turns: 2 })
  const masked = idsOf(await send([user, ...again('first'), ...again('second'), ...turns(3)]))
  expect(masked).toEqual(['first'])
})
