import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keptBytes } from '../account/response-tap.ts'
import { decodeKept } from './decode-kept.ts'

const most = keptBytes.head + keptBytes.tail

test('of an answer that unfolds to megabytes its ends are read, as of one that came plain', async () => {
  const text = `{"id":1,${'"usage":{'.repeat(1_000_000)}}last`
  const read = await decodeKept(gzipSync(text), 'gzip', true)
  expect(read).toHaveLength(most)
  expect(read?.startsWith('{"id":1,')).toBe(true)
  expect(read?.endsWith('}last')).toBe(true)
})

test('what unfolds past all measure, is cut or is in no known encoding tells nothing', async () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024))
  expect(await decodeKept(bomb, 'gzip', true)).toBeUndefined()
  expect(await decodeKept(gzipSync('whole'), 'gzip', false)).toBeUndefined()
  expect(await decodeKept(Buffer.from('text'), '__proto__', true)).toBeUndefined()
})
