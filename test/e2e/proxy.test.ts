import { request as httpRequest } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { anthropicHistory, chatHistory, responsesHistory } from './proxy/histories.ts'
import type { Provider } from './proxy/provider.ts'
import { openProxyStage } from './proxy/stage.ts'
import { postJson, type RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage()
  ;({ provider, tamis } = stage)
  return stage.close
})

const last = () => provider.seen.at(-1)

interface Case {
  readonly path: string
  readonly body: { readonly model: string; readonly [field: string]: unknown }
  readonly field: 'messages' | 'input'
}

const long: readonly Case[] = [
  {
    path: '/v1/chat/completions',
    field: 'messages',
    body: { model: 'gpt-5', messages: chatHistory(60), temperature: 1.0, x_unknown: { a: [1] } },
  },
  {
    path: '/v1/messages?beta=true',
    field: 'messages',
    body: { model: 'claude-sonnet-4', max_tokens: 9, messages: anthropicHistory(60) },
  },
  {
    path: '/v1/responses',
    field: 'input',
    body: { model: 'gpt-5', input: responsesHistory(60), instructions: 'Be brief' },
  },
]

describe.each(long)('a long conversation at $path', ({ path, body, field }) => {
  test('reaches the provider with old results masked and all else as it was', async () => {
    const answer = await fetch(tamis.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-canary-1' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    const sent = JSON.parse(String(last()?.body))
    const masked = String(last()?.body).match(/msk_\d{18}/g)?.length ?? 0
    expect(masked).toBeGreaterThan(20)
    expect(answer.headers.get('x-tamis-masked')).toBe(String(masked))
    expect(sent[field]).toHaveLength((body[field] as unknown[]).length)
    expect({ ...sent, [field]: 0 }).toEqual({ ...body, [field]: 0 })
    expect(last()?.headers.authorization).toBe('Bearer sk-canary-1')
    expect(last()?.url).toBe(path)
  })

  test('brings a masked result back by the id in its placeholder', async () => {
    const id = String(last()?.body).match(/msk_\d{18}/)?.[0]
    const { body: recovered } = await postJson(`${tamis.url}/api/recover`, { id })
    expect(JSON.stringify(recovered)).toContain('line 0 of a file that was read')
  })

  test('is sent unchanged when the request says so', async () => {
    const answer = await fetch(tamis.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tamis-bypass': '1' },
      body: JSON.stringify(body),
    })
    expect(String(last()?.body)).toBe(JSON.stringify(body))
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-tamis'))).toEqual([])
    expect(Object.keys(last()?.headers ?? {}).filter((name) => name.startsWith('x-tamis'))).toEqual(
      [],
    )
  })
})

test('counts tokens on what would really be sent', async () => {
  const body = { model: 'claude-sonnet-4', messages: anthropicHistory(60) }
  const answer = await postJson(`${tamis.url}/v1/messages/count_tokens`, body)
  const counted = (answer.body as { input_tokens: number }).input_tokens
  expect(counted).toBeLessThan(JSON.stringify(body).length / 2)
})

test('the next request of a conversation begins with the same bytes', async () => {
  const bodyOf = (turns: number) => ({ messages: chatHistory(turns), model: 'gpt-5' })
  let same = 0
  let before = ''
  for (let turns = 40; turns < 60; turns++) {
    await postJson(`${tamis.url}/chat/completions`, bodyOf(turns))
    const sent = String(last()?.body)
    expect(last()?.url).toBe('/v1/chat/completions')
    const head = before.slice(0, before.lastIndexOf(']'))
    if (before !== '' && sent.startsWith(head)) same++
    before = sent
  }
  expect(same).toBeGreaterThanOrEqual(17)
})

test('numbers, repeated keys and spaces survive masking', async () => {
  const messages = JSON.stringify(chatHistory(60))
  const odd = `{ "big" : 12345678901234567890,"x":1,"x":1.50, "messages":${messages} ,"2":0,"1":0 }`
  await postJson(`${tamis.url}/v1/chat/completions`, odd)
  const sent = String(last()?.body)
  expect(sent).toContain('{ "big" : 12345678901234567890,"x":1,"x":1.50, "messages":[')
  expect(sent.endsWith(' ,"2":0,"1":0 }')).toBe(true)
  expect(sent).toContain('msk_')
})

test('every other path is forwarded untouched, to the provider it belongs to', async () => {
  const models = await fetch(`${tamis.url}/v1/models?limit=3`, {
    headers: { 'anthropic-version': '2023-06-01', 'x-odd': 'ü' },
  })
  expect(await models.json()).toMatchObject({ path: '/v1/models', bytes: 0 })
  const gemini = `${tamis.url}/v1beta/models/m:streamGenerateContent?alt=sse`
  await postJson(gemini, { contents: [] })
  expect(last()).toMatchObject({
    method: 'POST',
    url: '/v1beta/models/m:streamGenerateContent?alt=sse',
  })
})

test('a WebSocket is answered 426', async () => {
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(`${tamis.url}/v1/responses`, {
      headers: { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': 'x' },
    })
    request.once('response', ({ statusCode }) => resolve(statusCode))
    request.once('error', reject)
    request.end()
  })
  expect(status).toBe(426)
})

test('a body that is not declared as JSON is refused', async () => {
  const headers = { 'content-type': 'text/plain' }
  const answer = await postJson(`${tamis.url}/v1/chat/completions`, '{}', headers)
  expect(answer.status).toBe(415)
})

test.each([
  ['http://evil.example/v1', 403, 'Add \\"http://evil.example\\" to proxy.allowed_targets'],
  ['http://169.254.169.254/latest', 403, 'is a link-local or metadata address"}'],
  ['file:///etc/passwd', 400, 'not an http or https address'],
  ['http://user:pass@evil.example', 400, 'not an http or https address'],
])('X-Target-Base-URL %s is refused with %i', async (target, status, because) => {
  const answer = await postJson(
    `${tamis.url}/v1/chat/completions`,
    {},
    { 'x-target-base-url': target },
  )
  expect(answer.status).toBe(status)
  expect(answer.text).toContain(because)
})

test('each request is in the ledger with what it saved and what the provider counted', async () => {
  const body = { model: 'gpt-5-ledger', messages: chatHistory(60), stream: true }
  const session = { 'x-session-id': 'ledger-test' }
  const newest = async (): Promise<string> =>
    (await postJson(`${tamis.url}/api/ledger.list`, { kind: 'proxy', limit: 1 })).text
  await postJson(`${tamis.url}/v1/chat/completions`, body, session)
  await postJson(`${tamis.url}/v1/chat/completions`, body, session)
  await expect.poll(newest).toMatch(/stable_prefix_bytes.*gpt-5-ledger/)
  const text = await newest()
  expect(text).toContain('"cache_read_tokens":80')
  expect(text).toContain('saved_usd')
  expect(text).not.toContain('sk-canary')
  expect(tamis.stderr()).not.toContain('sk-canary')
})

test('what is masked after a purge can be brought back all the same', async () => {
  const messages = chatHistory(60)
  const send = () =>
    postJson(`${tamis.url}/v1/chat/completions`, { model: 'gpt-5-purged', messages })
  await send()
  await postJson(`${tamis.url}/api/store.purge`, { what: 'originals' })
  await send()
  const id = String(last()?.body).match(/msk_\d{18}/)?.[0]
  const { status } = await postJson(`${tamis.url}/api/recover`, { id })
  expect(status).toBe(200)
})
