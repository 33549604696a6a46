import { expect, test } from 'vitest'
import { conversationMemory } from '../../../core/traffic/conversation-memory.ts'
import { stablePrefix } from './last-bodies.ts'

test.each([
  { name: 'one piece that grew', before: ['abc'], now: ['abcdef'], stable: 3 },
  { name: 'other pieces of the same', before: ['abc', 'de'], now: ['ab', 'cdx'], stable: 4 },
  { name: 'nothing alike', before: ['abc'], now: ['xyz'], stable: 0 },
])('$name', ({ before, now, stable }) => {
  const memory = conversationMemory().space('a').add()
  const send = (texts: readonly string[]) =>
    stablePrefix(
      { memory, parent: undefined },
      texts.map((text) => Buffer.from(text)),
    )
  expect(send(before)).toBeUndefined()
  expect(send(now)).toBe(stable)
})

test('a piece that is kept counts whole, and what follows is compared', () => {
  const memory = conversationMemory().space('a').add()
  const kept = Buffer.from('written before')
  const send = (rest: string) =>
    stablePrefix({ memory, parent: undefined }, [kept, Buffer.from(rest)])
  send('end')
  expect(send('ending')).toBe(kept.length + 3)
})
