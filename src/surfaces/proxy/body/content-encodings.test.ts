import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody, encodeBody } from './content-encodings.ts'

const bytes = Buffer.from('one body '.repeat(1000))

test.each([
  ['gzip', gzipSync(bytes)],
  ['x-gzip', gzipSync(bytes)],
  ['GZIP ', gzipSync(bytes)],
  ['deflate', deflateSync(bytes)],
  ['br', brotliCompressSync(bytes)],
  ['zstd', zstdCompressSync(bytes)],
])('%s is undone, within its limit only', async (encoding, packed) => {
  expect(await decodeBody(packed, encoding, bytes.length)).toEqual(bytes)
  expect(await decodeBody(packed, encoding, bytes.length - 1)).toBeUndefined()
  expect(await decodeBody(Buffer.from('damaged'), encoding, bytes.length)).toBeUndefined()
  const again = await encodeBody(bytes, encoding)
  expect(again && (await decodeBody(again, encoding, bytes.length))).toEqual(bytes)
})

test.each(['__proto__', 'constructor', 'toString', 'snappy', '', 'gzip, br'])(
  '%o is no encoding we know',
  async (encoding) => {
    expect(await decodeBody(bytes, encoding, bytes.length)).toBeUndefined()
    expect(await encodeBody(bytes, encoding)).toBeUndefined()
  },
)
