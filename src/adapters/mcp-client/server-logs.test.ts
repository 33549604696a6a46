import { expect, test } from 'vitest'
import { serverLogs } from './server-logs.ts'

test('keeps the lines of each server apart, however they come', () => {
  const logs = serverLogs()
  const write = logs.writerOf('a')
  for (const piece of ['one\ntw', 'o\n', 'three']) write(piece)
  logs.writerOf('b')('other\n')
  expect(logs.linesOf('a')).toEqual(['one', 'two', 'three'])
  expect(logs.linesOf('b')).toEqual(['other'])
  expect(logs.linesOf('c')).toEqual([])
})

test('holds so many lines of so many characters, and forgets the oldest', () => {
  const logs = serverLogs()
  const write = logs.writerOf('a')
  for (let at = 0; at < 1000; at++) write(`${at} ${'x'.repeat(10_000)}\n`)
  const lines = logs.linesOf('a')
  expect(lines).toHaveLength(400)
  expect(lines.at(-1)?.startsWith('999 ')).toBe(true)
  expect(Math.max(...lines.map(({ length }) => length))).toBe(2000)
})
