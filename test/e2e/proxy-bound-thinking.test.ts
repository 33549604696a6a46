import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BindingProvider, startBindingProvider } from '../support/binding-provider.ts'
import {
  type AskOptions,
  type Conversation,
  codingSteps,
  forkOf,
  newConversation,
  takeStep,
} from '../support/scripted-agent.ts'
import { settled } from '../support/settled.ts'
import { newFolder, type RunningDaemon, runTamis, startTamis } from './tamis.ts'

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
  const daemon = await startTamis({
    home,
    env: { ...upstream, TAMIS_MASK_PRUNE_MIN_TOKENS: '500', ...env },
  })
  daemons.push(daemon)
  return daemon
}

/** Steps of one conversation, each answered; gives how many characters were sent less than came. */
async function go(
  url: string,
  conversation: Conversation,
  from: number,
  to: number,
  options: (at: number) => AskOptions = () => ({}),
): Promise<void> {
  for (const [at, step] of codingSteps(to).entries()) {
    if (at < from) continue
    expect(await takeStep(url, conversation, step, options(at)), `step ${at}`).toBe(200)
  }
}

/** Whether what the provider got last is shorter than what the client sent. */
const isShortened = (): boolean => provider.bodies.at(-1)?.includes('⟦TAMIS: ') ?? false

describe('thinking bound to its prefix is never refused', () => {
  let refusedBefore = 0
  beforeEach(() => {
    refusedBefore = provider.refused
  })
  // A refusal that was mended by asking once more is one, too.
  afterEach(() => expect(provider.refused).toBe(refusedBefore))

  test.each([false, true])('in a long session, streamed: %j', async (stream) => {
    const { url } = await start()
    const accepted = provider.accepted
    await go(url, newConversation(), 0, 36, () => ({ stream }))
    expect(isShortened()).toBe(true)
    expect(provider.accepted - accepted).toBeGreaterThan(600)
  })

  test('across a restart with other settings, a bypass and the sieve switched off', async () => {
    const first = await start()
    const conversation = newConversation()
    await go(first.url, conversation, 0, 12)
    expect(isShortened()).toBe(true)
    await first.stop()
    const second = await start(
      { TAMIS_MASK_ECHO: 'false', TAMIS_MASK_PRUNE_RESULTS: 'false' },
      first.home,
    )
    await go(second.url, conversation, 12, 16)
    await go(second.url, conversation, 16, 18, () => ({ headers: { 'x-tamis-bypass': '1' } }))
    expect(isShortened()).toBe(true)
    await second.stop()
    const third = await start({ TAMIS_MASK_ENABLED: 'false' }, first.home)
    await go(third.url, conversation, 18, 22)
    await third.stop()
    const fourth = await start({}, first.home)
    await go(fourth.url, conversation, 22, 30)
  })

  test('in a conversation that began without us', async () => {
    const conversation = newConversation()
    await go(provider.url, conversation, 0, 10)
    const { url } = await start()
    await go(url, conversation, 10, 24)
    expect(isShortened()).toBe(true)
  })

  test('in a fork, in a sub-agent, and in requests that run at once', async () => {
    const { url } = await start()
    const main = newConversation()
    await go(url, main, 0, 9)
    const fork = forkOf(main)
    const agent = newConversation('Look for the failing test.')
    await Promise.all([go(url, main, 9, 20), go(url, fork, 9, 18), go(url, agent, 0, 12)])
    const twice = [takeStep(url, forkOf(main), undefined), takeStep(url, forkOf(main), undefined)]
    expect(await Promise.all(twice)).toEqual([200, 200])
  })

  test('when the model is switched and switched back, and tokens are counted in between', async () => {
    const { url } = await start()
    const conversation = newConversation()
    await go(url, conversation, 0, 20, (at) => ({
      model: at % 5 === 3 ? 'claude-haiku-5-5' : 'claude-opus-5-5',
    }))
    const counted = { path: '/v1/messages/count_tokens' }
    expect(await takeStep(url, conversation, undefined, counted)).toBe(200)
  })

  test('and the provider refuses what was really changed', async () => {
    const conversation = newConversation()
    await go(provider.url, conversation, 0, 3)
    const refused = provider.refused
    conversation.messages[2] = { role: 'user', content: 'something else' }
    expect(await takeStep(provider.url, conversation, undefined)).toBe(400)
    expect(provider.refused - refused).toBe(1)
    refusedBefore++
  })
})

describe('thinking that a provider refuses all the same', () => {
  test('is dropped by asking once more, and in the rest of the conversation at once', async () => {
    const { url } = await start()
    const conversation = newConversation()
    await go(url, conversation, 0, 3)
    conversation.messages[2] = { role: 'user', content: 'changed by the client itself' }
    const { refused, dropped } = provider
    await go(url, conversation, 3, 6)
    expect(provider.refused - refused).toBe(1)
    expect(provider.dropped - dropped).toBe(3)
    const rows = async (): Promise<string> => {
      const response = await fetch(`${url}/api/ledger.list`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      return response.text()
    }
    expect(await settled(rows, (text) => text.includes('thinking_dropped'))).toContain(
      'thinking_dropped',
    )
  })

  test('other refusals come back as they are, after one request', async () => {
    const { url } = await start()
    const asked = provider.bodies.length
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'refuse-me', max_tokens: 1, messages: [] }),
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: 'no such model' } })
    expect(provider.bodies.length - asked).toBe(1)
  })
})

describe('a conversation that a person resets', () => {
  const reset = async (home: string, ...words: readonly string[]): Promise<string> => {
    const { stdout, stderr, code } = await runTamis(['conversation', ...words, '--home', home])
    expect(code, stderr).toBe(0)
    return stdout
  }

  test('comes whole after a restart too, says what that costs, and goes on', async () => {
    const first = await start()
    const conversation = newConversation('Why is it slow?')
    await go(first.url, conversation, 0, 8)
    expect(isShortened()).toBe(true)
    const listed = await reset(first.home, 'list')
    const [id = ''] = /^[0-9a-f]{16}/m.exec(listed) ?? []
    expect(listed).toContain('Why is it slow?')
    expect(await reset(first.home, 'reset', id, '--preview')).toContain('nothing was changed')
    await go(first.url, conversation, 8, 9)
    expect(isShortened()).toBe(true)
    const said = await reset(first.home, 'reset', id)
    expect(said).toMatch(/about [\d,]+ tokens come back, and stay/)
    expect(said).toMatch(/costs about \$\d\.\d+ more, each later one about \$\d/)
    expect(said).toContain('signed over the shorter text: it is dropped')
    await first.stop()
    const second = await start({}, first.home)
    const { refused, dropped } = provider
    // The newest result is new: it is sieved as ever.
    const before = structuredClone(conversation.messages.slice(0, -1))
    expect(await takeStep(second.url, conversation, undefined)).toBe(200)
    expect(JSON.parse(provider.bodies.at(-1) ?? '').messages.slice(0, -1)).toEqual(before)
    expect({ refused: provider.refused - refused, dropped: provider.dropped - dropped }).toEqual({
      refused: 1,
      dropped: 1,
    })
    conversation.messages.push({ role: 'user', content: 'Go on.' })
    await go(second.url, conversation, 9, 12)
    expect(provider.refused - refused).toBe(1)
    expect((await reset(first.home, 'list')).match(/^[0-9a-f]{16}/gm)).toEqual([id])
  })
})
