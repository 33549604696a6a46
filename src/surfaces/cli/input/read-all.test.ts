import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readAll } from './read-all.ts'

test('reads to the end, byte for byte', async () => {
  const stream = new PassThrough()
  stream.write(Buffer.from([0xef, 0xbb, 0xbf]))
  stream.end('a\r\n')
  const { signal } = new AbortController()
  expect((await readAll(stream, signal)).toString()).toBe('\ufeffa\r\n')
})

test('an interrupt ends it, whether the writer stays or leaves', async () => {
  for (const hasLeft of [false, true]) {
    const interrupted = new AbortController()
    const stream = new PassThrough()
    stream.write('half a tex')
    const reading = readAll(stream, interrupted.signal)
    interrupted.abort()
    if (hasLeft) stream.end()
    await expect(reading).rejects.toBe(interrupted.signal.reason)
  }
})
