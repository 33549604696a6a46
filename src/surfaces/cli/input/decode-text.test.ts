import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

test.each([
  { what: 'UTF-8', bytes: Buffer.from('déjà\r\n😀'), read: { text: 'déjà\r\n😀' } },
  { what: 'a mark of UTF-8', bytes: Buffer.from('\ufeffa'), read: { text: '\ufeffa' } },
  { what: 'gzip', bytes: gzipSync('packed'), read: { text: 'packed' } },
  { what: 'nothing', bytes: Buffer.alloc(0), read: { text: '' } },
  {
    what: 'UTF-16 of a Windows shell',
    bytes: Buffer.from('\ufeffok\r\n', 'utf16le'),
    read: { text: 'ok\r\n', encoding: 'UTF-16' },
  },
  {
    what: 'UTF-16, the high byte first',
    bytes: Buffer.from('\ufeffok', 'utf16le').swap16(),
    read: { text: 'ok', encoding: 'UTF-16' },
  },
  {
    what: 'Latin letters of one byte',
    bytes: Buffer.from('caf\xe9 \x80', 'latin1'),
    read: { text: 'café €', encoding: 'Windows-1252' },
  },
])('reads $what', ({ bytes, read }) => {
  expect(decodeText(bytes)).toEqual(read)
})

test('tells every byte from every other where the encoding is not known', () => {
  const { text } = decodeText(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)))
  expect(new Set(text).size).toBe(256)
})

test('refuses what unpacks to more than anybody reads', () => {
  const part = gzipSync(Buffer.alloc(1024 * 1024))
  expect(() => decodeText(Buffer.concat(Array.from({ length: 257 }, () => part)))).toThrow(
    expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }),
  )
})
