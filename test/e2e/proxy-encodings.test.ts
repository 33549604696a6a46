import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { responsesHistory } from './proxy/histories.ts'
import type { Provider } from './proxy/provider.ts'
import { exchange } from './proxy/raw-exchange.ts'
import { openProxyStage } from './proxy/stage.ts'
import { postJson, type RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage({ TAMIS_SERVER_MAX_BODY_BYTES: '4000000' })
  ;({ provider, tamis } = stage)
  return stage.close
})

const path = '/v1/responses'
const encodings = [
  { encoding: 'zstd', encode: zstdCompressSync, decode: zstdDecompressSync },
  { encoding: 'gzip', encode: gzipSync, decode: gunzipSync },
  { encoding: 'br', encode: brotliCompressSync, decode: brotliDecompressSync },
  { encoding: 'deflate', encode: deflateSync, decode: inflateSync },
]
const long = (model: string): string => JSON.stringify({ model, input: responsesHistory(60) })

async function send(body: Buffer, encoding: string) {
  const answer = await fetch(tamis.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding },
    body: new Uint8Array(body),
  })
  await answer.arrayBuffer()
  const seen = provider.seen.at(-1)
  return { answer, body: seen?.body ?? Buffer.alloc(0), headers: seen?.headers ?? {} }
}

describe.each(encodings)('a body in $encoding', ({ encoding, encode, decode }) => {
  test('is sieved like a plain one, and goes on in the same encoding', async () => {
    const text = long(`model-of-${encoding}`)
    const { answer, body, headers } = await send(encode(text), encoding)
    expect(Number(answer.headers.get('x-tamis-masked'))).toBeGreaterThan(10)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-length']).toBe(String(body.length))
    await exchange(tamis.url + path, text)
    expect(decode(body).toString()).toBe(String(provider.seen.at(-1)?.body))
    expect(decode(body).length).toBeLessThan(text.length / 2)
    await expect.poll(() => ledgerRows()).toContain(`"model":"model-of-${encoding}"`)
  })

  test('goes on byte for byte where there is nothing to change', async () => {
    const short = encode(JSON.stringify({ model: 'fine', input: 'hi' }))
    const { answer, body, headers } = await send(short, encoding)
    expect(answer.headers.get('x-tamis-masked')).toBe('0')
    expect(headers['content-encoding']).toBe(encoding)
    expect(body.equals(short)).toBe(true)
  })

  test.each([
    ['is damaged', Buffer.from('no such thing')],
    ['unfolds past the limit', encode(`{"model":"fine","input":"${'x'.repeat(5_000_000)}"}`)],
  ])('that %s goes on untouched, with a warning that is counted', async (_, damaged) => {
    const { answer, body } = await send(damaged, encoding)
    expect(answer.headers.get('x-tamis-warning')).toBe('not_decoded')
    expect(body.equals(damaged)).toBe(true)
    await expect.poll(() => ledgerRows('not_decoded')).toContain('not_decoded')
  })
})

test.each(['__proto__', 'snappy', 'gzip, zstd'])(
  'an encoding called %s is left alone, and said so',
  async (encoding) => {
    const bytes = Buffer.from('whatever')
    const { answer, body, headers } = await send(bytes, encoding)
    expect(answer.headers.get('x-tamis-warning')).toBe('not_decoded')
    expect(headers['content-encoding']).toBe(encoding)
    expect(body.equals(bytes)).toBe(true)
  },
)

async function ledgerRows(warning?: string): Promise<string> {
  const wanted = { kind: 'proxy', limit: 5, ...(warning ? { warning } : {}) }
  return (await postJson(`${tamis.url}/api/ledger.list`, wanted)).text
}
