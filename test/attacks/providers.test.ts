import { beforeAll, describe, expect, test } from 'vitest'
import { exchange } from '../e2e/proxy/raw-exchange.ts'
import { type RunningDaemon, startTamis } from '../e2e/tamis.ts'
import { type RawProvider, startRawProvider } from './raw-provider.ts'

let provider: RawProvider
let daemon: RunningDaemon

beforeAll(async () => {
  provider = await startRawProvider()
  daemon = await startTamis({
    env: {
      TAMIS_PROXY_UPSTREAMS_OPENAI: `${provider.url}/v1`,
      TAMIS_PROXY_UPSTREAMS_ANTHROPIC: `${provider.url}/v1`,
    },
  })
  return async () => {
    await daemon.stop()
    await provider.close()
  }
})

const path = '/v1/chat/completions'
const body = JSON.stringify({ model: 'fine', messages: [{ role: 'user', content: 'hi' }] })
const ask = () => exchange(daemon.url + path, body)
const bytes = (text: string): Buffer => Buffer.from(text)

async function expectAlive(): Promise<void> {
  const { status } = await fetch(`${daemon.url}/health`)
  expect(status).toBe(200)
  expect(daemon.process.exitCode).toBeNull()
}

describe('a provider that says odd things in its head', () => {
  test.each([
    ['another alphabet', bytes('HTTP/1.1 200 成功\r\ncontent-length: 2\r\n\r\nok')],
    ['a letter of Latin-1', bytes('HTTP/1.1 200 na\xefve\r\ncontent-length: 2\r\n\r\nok')],
    ['a tab', bytes('HTTP/1.1 200 a\tb\r\ncontent-length: 2\r\n\r\nok')],
    ['nothing', bytes('HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\nok')],
    ['megabytes', bytes(`HTTP/1.1 200 ${'x'.repeat(8000)}\r\ncontent-length: 2\r\n\r\nok`)],
  ])('a reason phrase of %s is not relayed, and stops nobody', async (_, answer) => {
    provider.answerWith((socket) => socket.end(answer))
    expect(await ask()).toMatchObject({ status: 200, body: bytes('ok') })
    await expectAlive()
  })

  test.each([
    ['a control character in the phrase', 'HTTP/1.1 200 a\x01b\r\ncontent-length: 2\r\n\r\nok'],
    [
      'a control character in a header',
      'HTTP/1.1 200 OK\r\nx-a: a\x01\r\ncontent-length: 2\r\n\r\nok',
    ],
    ['a status of no kind', 'HTTP/1.1 000 OK\r\ncontent-length: 2\r\n\r\nok'],
    ['a status past all kinds', 'HTTP/1.1 999 OK\r\ncontent-length: 2\r\n\r\nok'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    ],
    [
      'broken trailers',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-\x01: a\r\n\r\n',
    ],
    [
      'trailers with another alphabet',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nx-a: 成功\r\n\r\n',
    ],
  ])('%s stops nobody', async (_, answer) => {
    provider.answerWith((socket) => socket.end(bytes(answer)))
    const { status } = await ask()
    expect([0, 200, 502, 999]).toContain(status)
    await expectAlive()
  })
})
