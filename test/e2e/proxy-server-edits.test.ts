import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BindingProvider, startBindingProvider } from '../support/binding-provider.ts'
import {
  type AskOptions,
  type Conversation,
  codingSteps,
  newConversation,
  takeStep,
} from '../support/scripted-agent.ts'
import { settled } from '../support/settled.ts'
import { newFolder, type RunningDaemon, startTamis } from './tamis.ts'

let provider: BindingProvider
const daemons: RunningDaemon[] = []

beforeAll(async () => {
  provider = await startBindingProvider()
})
afterAll(async () => {
  await Promise.all(daemons.map((daemon) => daemon.stop()))
  await provider.close()
}, 60_000)

async function start(env: Record<string, string> = {}, home = newFolder()): Promise<RunningDaemon> {
  const upstream = { TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl }
  const daemon = await startTamis({ home, env: { ...upstream, ...env } })
  daemons.push(daemon)
  return daemon
}

const on = { TAMIS_MASK_SERVER_EDITS: 'true', TAMIS_MASK_SERVER_EDITS_KEEP: '4' }

async function go(
  url: string,
  conversation: Conversation,
  [from, to]: readonly [number, number],
  options: (at: number) => AskOptions = () => ({}),
): Promise<void> {
  for (const [at, step] of codingSteps(to).entries())
    if (at >= from)
      expect(await takeStep(url, conversation, step, options(at)), `step ${at}`).toBe(200)
}

const editsOf = (body: string | undefined): unknown => JSON.parse(body ?? '{}').context_management

test('a history with bound thinking asks for the same edits all its life', async () => {
  const conversation = newConversation()
  const first = await start(on)
  await go(first.url, conversation, [0, 6], (at) => ({ stream: at % 2 === 1 }))
  await first.stop()
  const second = await start({ TAMIS_MASK_SERVER_EDITS_KEEP: '1' }, first.home)
  await go(second.url, conversation, [6, 12], (at) => ({
    headers: { 'anthropic-beta': at % 2 === 1 ? 'some-other-beta' : ' ' },
  }))
  const counted = { path: '/v1/messages/count_tokens' }
  expect(await takeStep(second.url, conversation, undefined, counted)).toBe(200)
  const asked = provider.bodies.slice(-13).map(editsOf)
  expect(asked[0]).toMatchObject({ edits: [{ keep: { type: 'tool_uses', value: 4 } }] })
  expect(new Set(asked.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(provider.refused).toBe(0)
  // Other conversations have what is set now.
  await go(second.url, newConversation('Another.'), [0, 1])
  expect(editsOf(provider.bodies.at(-1))).toBeUndefined()
})

test('the ledger says that it was asked for and what was cleared', async () => {
  const { url } = await start(on)
  await go(url, newConversation(), [0, 7], (at) => ({ stream: at === 6 }))
  const details = await settled(
    async () => {
      const response = await fetch(`${url}/api/ledger.list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind: 'proxy', limit: 20 }),
      })
      const { entries } = (await response.json()) as { entries: { details: object }[] }
      return entries.length === 7 ? entries[0]?.details : undefined
    },
    (found) => found !== undefined,
  )
  expect(details).toMatchObject({
    server_edits: true,
    applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 2 }],
  })
})
