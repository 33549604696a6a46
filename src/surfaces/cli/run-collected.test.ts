import { expect, test } from 'vitest'
import { collect, runCollected } from './run-collected.ts'

const run = (...words: string[]) => runCollected(words, { PATH: '/usr/bin:/bin' }, () => undefined)

test('both streams come in their order, with the exit code', async () => {
  const { output, exitCode } = await run('sh', '-c', 'echo one; echo two >&2; echo three; exit 7')
  expect(String(output)).toBe('one\ntwo\nthree\n')
  expect(exitCode).toBe(7)
})

test('arguments reach the command as they are', async () => {
  expect(String((await run('printf', '%s|', 'a b', '$HOME', '"')).output)).toBe('a b|$HOME|"|')
})

test('a command that was killed ends with 128 and the signal', async () => {
  expect((await run('sh', '-c', 'kill -TERM $$')).exitCode).toBe(143)
})

test('a command that is not there ends with 127 and says so', async () => {
  const { output, exitCode } = await run('no-such-command-here')
  expect(exitCode).toBe(127)
  expect(String(output)).toContain('not found')
})

test('of output without an end the first and last bytes are kept, and the rest is counted', () => {
  const collecting = collect(4, 6)
  for (const piece of ['ab', 'cdef', 'ghij', 'klmn', 'op']) collecting.take(Buffer.from(piece))
  const { output, lostBytes } = collecting.end()
  expect(String(output)).toBe('abcd\n[6 bytes of output were not kept]\nklmnop')
  expect(lostBytes).toBe(6)
})
