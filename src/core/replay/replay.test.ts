import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sievedBody } from '../../../test/support/sieved-body.ts'
import { digest } from '../../adapters/node/digest.ts'
import type { MaskSettings } from '../mask/mask-settings.ts'
import { agentNames, type ModelCall, type SavedSession } from '../sessions/session.ts'
import { ruleFinder } from '../traffic/provider-rules.ts'
import { ownSieves } from './own-sieves.ts'
import { peerSieves } from './peer-sieves.ts'
import { recommend } from './recommend.ts'
import { doNothing, type ReplayPolicy } from './replay-policy.ts'
import type { ReplayedPolicy } from './replay-report.ts'
import { createReplay } from './replay-sessions.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/sessions')
const ruleOf = ruleFinder()
const tokenizer = {
  name: 'four characters',
  count: async (texts: readonly string[]) => texts.map(({ length }) => Math.ceil(length / 4)),
}

function filesOf(...names: readonly string[]) {
  return names.map((name) => ({ name, text: readFileSync(join(fixtures, name), 'utf8') }))
}

const replayOf = (policies: readonly ReplayPolicy[] = [doNothing, ...peerSieves(digest)]) =>
  createReplay({ tokenizer, policies, pause: async () => undefined })

const run = (
  files: readonly { readonly name: string; readonly text: string }[],
  policies?: readonly ReplayPolicy[],
) => replayOf(policies)({ files, otherwise: 'gpt-5', ruleOf }, new AbortController().signal)

test.each(agentNames)('what %s paid is what its provider billed, to the cent', async (agent) => {
  const kind = agent === 'cline' || agent === 'opencode' ? 'json' : 'jsonl'
  const report = await run(filesOf(`${agent}/1.${kind}`))
  const [model] = report.models
  if (!model) throw new Error('every session has a model')
  const { input, output, cacheRead, cacheWrite } = ruleOf(model.model)
  // Anthropic's scripted usage says that what was not read was written.
  const isWriting = ['claude-code', 'pi'].includes(agent)
  const unread = (model.input_tokens - model.cache_read_tokens) * (isWriting ? cacheWrite : input)
  const expected =
    (unread + model.cache_read_tokens * cacheRead + model.output_tokens * output) / 1_000_000
  expect(report.usd).toBeCloseTo(expected, 9)
  expect(report.policies[0]?.usd).toBeCloseTo(expected, 9)
  const parts = Object.values(report.spent)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(expected, 9)
  expect(report.carried.definitions).toBeLessThan(expected)
})

/** Sixty results of 2,000 characters, a minute apart, of which half is unread after a rest. */
function longSession(minutes: (call: number) => number): string {
  const rows = Array.from({ length: 60 }, (_, n) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
      timestamp: minutes(n) * 60_000 + 1,
    },
    {
      role: 'tool',
      tool_call_id: `c${n}`,
      content: `${n} `.repeat(1000),
      timestamp: minutes(n) * 60_000 + 2,
    },
  ])
  const messages = [{ role: 'user', content: 'go', timestamp: 0 }, ...rows.flat()]
  return JSON.stringify({ messages })
}

test('a rest longer than the cache lives is paid for as lapsed, and nothing else is', async () => {
  const report = await run([
    { name: 'rest.json', text: longSession((n) => (n < 30 ? n : n + 100)) },
  ])
  expect(report.spent.lapsed_caches).toBeGreaterThan(0)
  expect(report.spent.prefix_changes).toBeCloseTo(0, 9)
  const without = await run([{ name: 'steady.json', text: longSession((n) => n) }])
  expect(without.spent.lapsed_caches).toBe(0)
})

test('a policy that rewrites pays for the cache it loses, and earns what it no longer sends', async () => {
  const policy = peerSieves(digest).find(({ name }) => name.startsWith('SWE-agent'))
  if (!policy) throw new Error('SWE-agent is a peer')
  const { policies } = await run(
    [{ name: 'steady.json', text: longSession((n) => n) }],
    [doNothing, policy],
  )
  const [nothing, batches] = policies
  expect(batches?.rewritten_calls).toBe(2)
  expect(batches?.usd).toBeLessThan(nothing?.usd ?? 0)
})

test('a name that was used counts as in sight while the result that has it is sent', async () => {
  const called = (id: string, path: string) => ({
    role: 'assistant',
    content: '',
    tool_calls: [
      { id, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path }) } },
    ],
  })
  const messages = [
    { role: 'user', content: 'go' },
    called('c0', '.'),
    { role: 'tool', tool_call_id: 'c0', content: 'see src/parts/deep.ts' },
    called('c1', 'src/parts/deep.ts'),
    { role: 'tool', tool_call_id: 'c1', content: 'ok' },
  ]
  const forgetful: ReplayPolicy = {
    name: 'forgetful',
    open: () => async () => messages.slice(0, 1),
  }
  const file = { name: 'names.json', text: JSON.stringify({ messages }) }
  const { policies } = await run([file], [doNothing, forgetful])
  expect(policies.map((one) => [one.names, one.names_in_sight])).toEqual([
    [1, 1],
    [1, 0],
  ])
})

test('stopped early, it reports on what it has read', async () => {
  const stop = new AbortController()
  const files = filesOf('pi/1.jsonl', 'pi/2.jsonl')
  const report = await replayOf()({ files, otherwise: 'gpt-5', ruleOf }, stop.signal, (done) => {
    if (done === 1) stop.abort()
  })
  expect(report).toMatchObject({ sessions: 1, calls: 9, is_interrupted: true })
})

const row = (policy: string, mode: ReplayedPolicy['mode'], more: Partial<ReplayedPolicy>) => ({
  policy,
  mode,
  server_edits: false,
  usd: 10 * (more.ratio ?? 1),
  ratio: 1,
  worst_ratio: 1,
  rewritten_calls: 0,
  refused_calls: 0,
  edits: 10,
  grounded: 1,
  names: 10,
  names_in_sight: 1,
  ...more,
})

const off = row('nothing', 'off', {})
const careful = row('tamis careful', 'careful', { ratio: 0.95 })

test.each([
  { rows: [off, careful], mode: 'careful', why: 'it saves' },
  {
    rows: [off, careful, row('tamis balanced', 'balanced', { ratio: 0.945 })],
    mode: 'careful',
    why: 'half a percent is not worth a bolder setting',
  },
  {
    rows: [off, careful, row('tamis balanced', 'balanced', { ratio: 0.7 })],
    mode: 'balanced',
    why: 'it saves much more',
  },
  {
    rows: [off, careful, row('tamis thrifty', 'thrifty', { ratio: 0.4, grounded: 0.9 })],
    mode: 'careful',
    why: 'agents would edit what they do not see',
  },
  {
    rows: [off, careful, row('tamis balanced', 'balanced', { ratio: 0.7, worst_ratio: 1.1 })],
    mode: 'careful',
    why: 'one session would be dearer',
  },
  {
    rows: [off, careful, row('tamis balanced', 'balanced', { ratio: 0.7, refused_calls: 1 })],
    mode: 'careful',
    why: 'the provider would refuse a call',
  },
  {
    rows: [off, row('peer', null, { ratio: 0.2 })],
    mode: 'off',
    why: 'a peer is no setting of ours',
  },
  {
    rows: [off, careful, row('tamis, Claude clears', null, { ratio: 0.7, server_edits: true })],
    mode: 'balanced',
    why: 'Claude clears on its side',
  },
])('recommends $mode: $why', ({ rows, mode }) => {
  expect(recommend(rows, { usd: 10, agent: 'claude-code' }).mode).toBe(mode)
})

test('the command to type names the setting where it is not the default, and the agent that cost most', () => {
  expect(recommend([off, careful], { usd: 10, agent: 'gemini-cli' }).command).toBe(
    'TAMIS_MASK_MODE=careful tamis run -- gemini',
  )
})

test('the command to type asks for edits on the server where they save most', () => {
  const cleared = row('tamis, Claude clears', null, { ratio: 0.7, server_edits: true })
  expect(recommend([off, careful, cleared], { usd: 10, agent: 'claude-code' }).command).toBe(
    'TAMIS_MASK_SERVER_EDITS=true tamis run -- claude',
  )
})

test('what the provider clears when it is asked to is gone from what was sent', async () => {
  const result = (id: string) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'read', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'words '.repeat(9) }],
    },
  ]
  const messages = [{ role: 'user', content: 'go' }, ...['a', 'b', 'c'].flatMap(result)]
  const serverEdits = {
    triggerTokens: 1,
    keepToolUses: 1,
    clearAtLeastTokens: 20,
    excludeTools: [],
  }
  const settings = { policy: {}, serverEdits } as unknown as MaskSettings
  const asking = { field: '', json: '', header: { name: '', value: '' } }
  const own = ownSieves({
    digest,
    settings,
    open: (parts) => ({
      sieve: async (_, body) =>
        sievedBody(String(body), parts.settings.isServerEditing ? { serverEdits: asking } : {}),
    }),
  })
  const session = {
    id: 's',
    format: 'anthropic-messages',
    items: messages,
  } as unknown as SavedSession
  const cleared = await Promise.all(
    own.map(async ({ open }) => {
      const send = open(session)
      const texts = []
      for (const at of [3, 5, 7]) texts.push(JSON.stringify(await send({ at } as ModelCall)))
      return texts.map((text) => text.split('content cleared').length - 1)
    }),
  )
  // At the second call less than is worth a rewrite.
  expect(cleared).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 2],
  ])
})
