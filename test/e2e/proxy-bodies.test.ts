import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { processorMs } from './processor-time.ts'
import { chatHistory } from './proxy/histories.ts'
import type { Provider } from './proxy/provider.ts'
import { exchange } from './proxy/raw-exchange.ts'
import { openProxyStage } from './proxy/stage.ts'
import { sendRaw, statusOf } from './raw-http.ts'
import { postJson, type RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage({ TAMIS_PROXY_UPSTREAMS_GEMINI: 'http://127.0.0.1:1/v1beta' })
  ;({ provider, tamis } = stage)
  // What is read once, with the first request, is no part of what one costs.
  await exchange(tamis.url + path, JSON.stringify({ model: 'fine', messages: chatHistory(60) }))
  await vi.waitFor(async () => expect(await ledgerRows()).toContain('openai-chat'), 10_000)
  return stage.close
})

const path = '/v1/chat/completions'
const lastBody = (): string => String(provider.seen.at(-1)?.body)
/** Of processor time; what is quadratic takes many seconds. */
const maxMs = 1000

/** What the daemon spends on a request, with the account of it. */
async function spentOn(body: string): Promise<number> {
  const before = processorMs(tamis.process.pid)
  await exchange(tamis.url + path, body)
  return processorMs(tamis.process.pid) - before
}

async function ledgerRows(): Promise<string> {
  return (await postJson(`${tamis.url}/api/ledger.list`, { kind: 'proxy', limit: 1 })).text
}

const manyKeys = Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":${at}`).join(',')
const hello = '[{"role":"user","content":"hello"}]'

describe('a body that nobody expects goes on unchanged, in no time', () => {
  test.each([
    ['no JSON', 'not json at all'],
    ['nothing', ''],
    ['half of a body', '{"model":"m","messages":[{"role":"us'],
    ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['100,000 levels in a message', `{"messages":${'['.repeat(1e5)}${']'.repeat(1e5)}}`],
    ['a million keys', `{${manyKeys}}`],
    ['a million keys around a question', `{"messages":${hello},${manyKeys},"model":"m"}`],
    ['repeated keys', `{"model":"a","messages":[],"messages":${hello},"model":"b"}`],
    [
      '__proto__',
      `{"__proto__":{"x":1},"messages":[{"__proto__":{"role":"tool"},"constructor":0}]}`,
    ],
    ['a lone surrogate', '{"model":"m","messages":[{"role":"user","content":"\\ud800"}]}'],
    ['20 digits', `{"n":12345678901234567890,"messages":${hello},"x":1.50}`],
    ['strange types', '{"model":1.0,"messages":"none","stream":"no"}'],
  ])('%s', async (_, body) => {
    const spent = await spentOn(body)
    // Not with `toBe`: on a difference it would print 17 MB.
    expect(lastBody() === body).toBe(true)
    expect(spent).toBeLessThan(maxMs)
  })

  test('64 Ki characters that cannot be split, new or old enough to be masked and counted', async () => {
    const runs = ['漢', 'a', ' ', 'é'].map((one) => one.repeat(65_536))
    for (const run of [...runs, Buffer.alloc(49_152, 'xyz').toString('base64')]) {
      const question = { role: 'user', content: run }
      expect(await spentOn(JSON.stringify({ model: 'm', messages: [question] }))).toBeLessThan(
        maxMs,
      )
      const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }
      const messages = [
        { role: 'user', content: `begin ${run.length} ${run.charAt(0)}` },
        { role: 'assistant', tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: run },
        ...chatHistory(40, 2000, `call_${run.charCodeAt(0)}`),
      ]
      const counted = ledgerRows()
      expect(await spentOn(JSON.stringify({ model: 'm', messages }))).toBeLessThan(maxMs)
      await expect.poll(ledgerRows, { timeout: 10_000 }).not.toBe(await counted)
      expect(lastBody()).not.toContain(run)
    }
  })
})

describe('a body over the limit', () => {
  const limit = 64 * 1024 * 1024
  const head = (port: number, length: string): string =>
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\n${length}\r\n\r\n`

  test('that says so is refused before it is sent', async () => {
    const answer = await sendRaw(tamis.port, head(tamis.port, `content-length: ${limit + 1}`))
    expect(statusOf(answer)).toBe(413)
  })

  test('that does not is refused once 64 kB too much have come', async () => {
    const before = provider.seen.length
    const piece = Buffer.alloc(64 * 1024, 'x')
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(tamis.port, '127.0.0.1', () => {
        socket.write(head(tamis.port, 'transfer-encoding: chunked'))
        // The limit and one piece more; then nothing: an answer must come all the same.
        for (let sent = 0; sent <= limit; sent += piece.length) socket.write(chunk)
      })
      socket.once('data', (bytes) => {
        resolve(bytes.toString('latin1'))
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(statusOf(answer)).toBe(413)
    expect(provider.seen.length).toBe(before)
  })
})

test('a key is in no log, ledger, error, answer or file', async () => {
  const canary = 'sk-canary-5e1f'
  const keys = { authorization: `Bearer ${canary}`, 'x-api-key': canary, 'x-goog-api-key': canary }
  const body = JSON.stringify({ model: 'fine', messages: chatHistory(60) })
  const answers = [
    await exchange(`${tamis.url}${path}?key=${canary}`, body, keys),
    await exchange(`${tamis.url}/v1/messages?key=${canary}`, body, keys),
    await exchange(`${tamis.url}${path}`, '{"model":"fault-reset","messages":[]}', keys),
    await exchange(`${tamis.url}/v1beta/models/m:generate?key=${canary}`, '{}', keys),
    await exchange(tamis.url + path, '{}', { ...keys, 'x-target-base-url': 'http://evil.example' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 502, 502, 403])
  expect(provider.seen.some(({ headers }) => headers['x-api-key'] === canary)).toBe(true)
  const asked = [
    'ledger.list',
    'ledger.summary',
    'requests.list',
    'regret',
    'health',
    'config.show',
  ]
  for (const name of asked) {
    const { status, text } = await postJson(`${tamis.url}/api/${name}`, {})
    expect([name, text.includes(canary)]).toEqual([name, false])
    if (name === 'requests.list') expect(status).toBe(200)
  }
  const { text } = await postJson(`${tamis.url}/api/requests.list`, {})
  const ids = [...text.matchAll(/req_[a-z2-7]{16}/g)].map(([id]) => id)
  expect(ids.length).toBeGreaterThan(1)
  for (const id of new Set(ids.slice(0, 4))) {
    const shown = await postJson(`${tamis.url}/api/requests.show`, { id })
    expect(shown.status).toBe(200)
    expect(shown.text).not.toContain(canary)
  }
  expect(answers.map(({ body: said }) => said.includes(canary))).not.toContain(true)
  expect(tamis.stderr()).not.toContain(canary)
  await tamis.stop()
  expect(filesWith(tamis.home, canary)).toEqual([])
})

function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const file = join(folder, name)
    return statSync(file).isFile() && readFileSync(file).includes(text)
  })
}
