import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversationMemory, facet, memoryBytes } from './conversation-memory.ts'

const text = facet<string>('text')
const count = facet<number>('count')

test('the conversation unheard of for longest leaves first, of whichever namespace', () => {
  const memory = conversationMemory(10 * 1024)
  const [one, two] = [memory.space('one'), memory.space('two')]
  const first = one.add()
  const second = two.add()
  first.set(text, 'a', 3000)
  second.set(text, 'b', 3000)
  one.use(first)
  one.add().set(text, 'c', 3000)
  expect([one.has(first), two.has(second)]).toEqual([true, false])
  expect(second.get(text)).toBeUndefined()
  expect(memory.bytes()).toBe(2 * 1024 + 6000)
})

test('what takes the place of something counts once', () => {
  const memory = conversationMemory()
  const one = memory.space('a').add()
  one.set(text, 'long', 1000)
  one.set(text, 'short', 10)
  one.set(count, 1, 5)
  one.delete(count)
  expect(memory.bytes()).toBe(1024 + 10)
})

test('what is too large for the budget is held alone', () => {
  const memory = conversationMemory(2000)
  const space = memory.space('a')
  const small = space.add()
  space.add().set(text, 'huge', 1_000_000)
  expect([space.has(small), memory.count()]).toEqual([false, 1])
  space.add()
  expect(memory.count()).toBe(1)
  expect(memory.bytes()).toBe(1024)
})

test('a conversation that left takes nothing with it', () => {
  const memory = conversationMemory(2000)
  const space = memory.space('a')
  const gone = space.add()
  space.add()
  gone.set(text, 'late', 500)
  space.use(gone)
  expect([gone.get(text), memory.bytes(), memory.count()]).toEqual([undefined, 1024, 1])
})

test('lists those of one namespace that have something, the last used first', () => {
  const memory = conversationMemory()
  const [one, two] = [memory.space('one'), memory.space('two')]
  const first = one.add()
  first.set(text, 'a', 1)
  two.add().set(text, 'other', 1)
  one.add()
  one.add().set(text, 'b', 1)
  one.use(first)
  expect(one.recent(text, 9)).toEqual(['a', 'b'])
  expect(one.recent(text, 1)).toEqual(['a'])
})

test('however small they are, conversations are no more than so many', () => {
  const memory = conversationMemory(Number.MAX_SAFE_INTEGER)
  const space = memory.space('a')
  for (let at = 0; at < 5000; at++) space.add()
  expect(memory.count()).toBe(4000)
})

test('the guide says how much it may hold', () => {
  const guide = readFileSync('docs/guides/scale.md', 'utf8')
  expect(guide).toContain(`one memory of conversations of ${memoryBytes / 2 ** 20} MB`)
})
