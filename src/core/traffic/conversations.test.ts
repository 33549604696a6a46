import { beforeEach, expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { conversationMemory, facet } from './conversation-memory.ts'
import { type Recognise, recogniser } from './conversations.ts'

const user = (text: string): unknown => ({ role: 'user', content: text })
const model = (text: string): unknown => ({ role: 'assistant', content: text })
const start = [user('Fix the test'), model('Reading'), user('output')]

let recognise: Recognise
beforeEach(() => {
  recognise = recogniser(conversationMemory().space('a'), digest)
})

const see = (messages: readonly unknown[], session?: string, name = 'm') =>
  recognise({ messages, model: name, session })

test('a request that adds messages continues its conversation', () => {
  const first = see(start)
  const second = see([...start, model('Done'), user('Thanks')])
  expect(second).toMatchObject({ id: first.id, knownMessages: 3, parent: undefined })
  expect(first.knownMessages).toBe(0)
})

test('the same request again is the same conversation', () => {
  expect(see(start).id).toBe(see(start).id)
})

test('marks for the cache that move on change nothing', () => {
  const marked = (text: string) => ({
    role: 'user',
    content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
  })
  const first = see([user('Fix the test'), model('Reading'), marked('output')])
  const second = see([...start, model('More'), marked('other')])
  expect(second).toMatchObject({ id: first.id, knownMessages: 3 })
})

test('a reminder that a client takes back is no other conversation', () => {
  const long = 'a long output of a tool '.repeat(10)
  const first = see([...start, model('x'), user(`${long}<reminder>`)])
  const second = see([...start, model('x'), user(long), model('y'), user('z')])
  expect(second).toMatchObject({ id: first.id, knownMessages: 4 })
})

test('what leaves a conversation earlier is one of its own, and both go on', () => {
  const main = see([...start, model('x'), user('first way')])
  const fork = see([...start, model('x'), user('second way')])
  expect(fork.id).not.toBe(main.id)
  expect(fork).toMatchObject({ knownMessages: 4, parent: main.memory })
  expect(see([...start, model('x'), user('first way'), model('1'), user('2')]).id).toBe(main.id)
  expect(see([...start, model('x'), user('second way'), model('3'), user('4')]).id).toBe(fork.id)
})

test('sub-agents and questions on the side of one session are conversations of their own', () => {
  const ids = [start, [user('Find all uses')], [user('A title for: Fix the test')]].map(
    (messages) => see(messages, 'session').id,
  )
  expect(new Set(ids).size).toBe(3)
})

test('two that began alike part when the model answers them differently', () => {
  const one = see([user('Count to ten')], 'one')
  const other = see([user('Count to ten')], 'other')
  const first = see([user('Count to ten'), model('1'), user('go on')], 'one')
  const second = see([user('Count to ten'), model('one'), user('go on')], 'other')
  expect([one.id, other.id]).toContain(first.id)
  expect(second.id).not.toBe(first.id)
})

test('where two fit equally well the session decides, then the model', () => {
  const short = [user('a'), model('b')]
  const left = see([...short, user('left')], 'one')
  const right = see([...short, user('right')], 'two')
  // Both are of the same length of prefix: a third way that neither goes.
  expect(see([...short, user('third')], 'one').parent).toBe(left.memory)
  expect(see([...short, user('fourth')], 'two').parent).toBe(right.memory)
})

test('a session that is taken up again under another name is the same conversation', () => {
  const first = see(start, 'yesterday')
  expect(see([...start, model('x'), user('y')], 'today').id).toBe(first.id)
})

test('a conversation has the same id in every process', () => {
  const other = recogniser(conversationMemory().space('b'), digest)
  expect(other({ messages: start, model: 'm' }).id).toBe(see(start).id)
})

test('one namespace does not know what another said', () => {
  const memory = conversationMemory()
  const [one, two] = ['one', 'two'].map((name) => recogniser(memory.space(name), digest))
  one?.({ messages: start, model: 'm' })
  expect(two?.({ messages: start, model: 'm' }).knownMessages).toBe(0)
})

test('what was forgotten is not continued', () => {
  const memory = conversationMemory(10_000)
  const space = memory.space('a')
  recognise = recogniser(space, digest)
  const first = see(start)
  const big = facet<string>('big')
  see([user('another')]).memory.set(big, 'x', 9000)
  expect(space.has(first.memory)).toBe(false)
  expect(see([...start, model('x'), user('y')]).knownMessages).toBe(0)
  expect(memory.bytes()).toBeLessThanOrEqual(10_000)
})

test('a conversation has the same name in every process, at whichever of its requests it is met', () => {
  const asked = [user('Fix the test')]
  const met = (messages: readonly unknown[]): string =>
    recogniser(
      conversationMemory().space('b'),
      digest,
    )({ messages, model: 'm', openingMessages: 1 }).id
  expect(met([...asked, model('Reading'), user('output')])).toBe(met(asked))
})
