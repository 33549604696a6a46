import { expect, test } from 'vitest'
import { type SieveStage, sieveOver } from '../../../../test/support/sieve-over.ts'
import { inMemorySentResults } from '../../../adapters/in-memory/sent-results.ts'
import { EngineError } from '../../../errors.ts'
import type { SentResults } from '../../../ports/store/sent-results.ts'
import { wireFormat } from '../../wire/wire-formats.ts'
import type { SieveMode } from '../request/read-request.ts'
import type { Sieve } from '../sieve-request.ts'
import type { EntryDeps } from './entry.ts'

type Message = Readonly<Record<string, unknown>>

const daemon = (store: SentResults, prune?: EntryDeps['prune']): Sieve =>
  sieveOver(store, { prune }).sieve

const file = Array.from({ length: 60 }, (_, at) => `line ${at} of a file says this`).join('\n')

const asked: readonly Message[] = [{ role: 'user', content: 'Why does it fail?' }]

/** What a provider answers that signs its thinking over all it was sent, and what the called tool prints. */
function answered(
  messages: readonly Message[],
  sent: readonly Message[],
  id: string,
  name = 'read',
): readonly Message[] {
  const signature = JSON.stringify(sent)
  const thinking = { type: 'thinking', thinking: 'Hm.', signature }
  return [
    ...messages,
    { role: 'assistant', content: [thinking, { type: 'tool_use', id, name, input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: file }] },
  ]
}

/** Sends a history; refused when thinking in it was signed over another one. Gives what was sent. */
async function send(
  sieve: Sieve,
  messages: readonly Message[],
  mode: SieveMode = 'sieve',
): Promise<readonly Message[]> {
  const body = JSON.stringify({ model: 'claude-opus-5-5', messages })
  const sieved = await sieve(wireFormat('anthropic-messages'), body, { mode })
  const sent = JSON.parse(sieved.body).messages as Message[]
  for (const [at, { role, content }] of sent.entries()) {
    const [first] = role === 'assistant' ? (content as Message[]) : []
    if (first) expect(first.signature, `message ${at}`).toBe(JSON.stringify(sent.slice(0, at)))
  }
  return sent
}

const isShort = (sent: readonly Message[]): boolean => JSON.stringify(sent).includes('⟦TAMIS')
const away = (): never => {
  throw new EngineError('store_unavailable', 'away')
}

/** A session whose second read of a file is about to be sent. */
async function session(sieve: Sieve): Promise<readonly Message[]> {
  const first = answered(asked, await send(sieve, asked), 'read_1')
  return answered(first, await send(sieve, first), 'read_2')
}

test.each([
  { failed: 1, isLater: false },
  { failed: 2, isLater: false },
  { failed: 1, isLater: true },
  { failed: 2, isLater: true },
])(
  'of two requests at once the write of $failed fails, the other is later: $isLater',
  async ({ failed, isLater }) => {
    const store = inMemorySentResults()
    const gate = Promise.withResolvers<void>()
    let writes = Number.NEGATIVE_INFINITY
    const flaky: typeof store = {
      ...store,
      async keep(records, now) {
        if (++writes === failed) return away()
        if (writes > 0 && isLater) await gate.promise
        return store.keep(records, now)
      },
      find: async (keys, now) => (writes > 1 ? away() : store.find(keys, now)),
    }
    const sieve = daemon(flaky)
    const history = await session(sieve)
    writes = 0
    const both = [send(sieve, history), send(sieve, history)]
    await Promise.race(both)
    gate.resolve()
    const [one = [], two = []] = await Promise.all(both)
    writes = Number.NEGATIVE_INFINITY
    expect(one).toEqual(two)
    await send(sieve, answered(history, one, 'a', 'note'))
    await send(sieve, answered(history, two, 'b', 'note'))
  },
)

test.each([true, false])(
  'a record that is written though the store said it was not, found after it: %j',
  async (isFound) => {
    const store = inMemorySentResults()
    let isLost = false
    const lossy: typeof store = {
      ...store,
      async keep(records, now) {
        const stands = await store.keep(records, now)
        return isLost ? away() : stands
      },
      find: async (keys, now) => (isLost && !isFound ? away() : store.find(keys, now)),
    }
    const sieve = daemon(lossy)
    const history = await session(sieve)
    isLost = true
    const sent = await send(sieve, history)
    isLost = false
    expect(isShort(sent)).toBe(isFound)
    expect(isShort(await send(sieve, answered(history, sent, 'next')))).toBe(true)
  },
)

test('what was sent whole before us stays whole in a branch that leaves before it', async () => {
  const store = inMemorySentResults()
  const first = answered(asked, asked, 'read_1')
  const second = answered(first, first, 'read_2')
  const third = answered(second, second, 'read_3')
  const main = await send(daemon(store), third)
  expect(JSON.stringify(main)).toContain('tamis recover')
  const other = daemon(store)
  expect(isShort(await send(other, second))).toBe(false)
  await send(other, answered(third, main, 'read_4'))
})

test('a store that answers late does not undo what was decided meanwhile', async () => {
  const store = inMemorySentResults()
  let answer: () => void = () => undefined
  let late: Promise<void> | undefined
  const slow: typeof store = {
    ...store,
    async find(keys, now) {
      const found = await store.find(keys, now)
      await late
      return found
    },
  }
  const sieve = daemon(slow)
  const history = await session(sieve)
  late = new Promise((resolve) => {
    answer = resolve
  })
  const waiting = send(sieve, history)
  late = undefined
  const sent = await send(sieve, history)
  answer()
  expect(await waiting).toEqual(sent)
  expect(isShort(sent)).toBe(true)
  await send(sieve, answered(history, sent, 'next'))
})

test('a sieve that fails repeats what was sent, and so does the next one', async () => {
  const store = inMemorySentResults()
  let isFailing = false
  const sieve = daemon(store, async () => {
    if (isFailing) throw new Error('took too long')
    return undefined
  })
  const history = await session(sieve)
  const before = await send(sieve, history)
  expect(isShort(before)).toBe(true)
  const next = answered(history, before, 'run', 'run_tests')
  isFailing = true
  await expect(send(sieve, next)).rejects.toThrow('took too long')
  const held = await send(sieve, next, 'hold')
  expect(held.slice(0, history.length)).toEqual(before)
  isFailing = false
  await send(sieve, answered(next, held, 'last'))
})

test('a conversation that is reset comes whole with its next request, and stays so after a restart', async () => {
  const store = inMemorySentResults()
  const { sieve, resets }: SieveStage = sieveOver(store)
  const history = await session(sieve)
  const body = JSON.stringify({ model: 'claude-opus-5-5', messages: history })
  const sieveWith = async (one: Sieve) => one(wireFormat('anthropic-messages'), body)
  const { conversation, pruned } = await sieveWith(sieve)
  expect(pruned).toHaveLength(1)
  await resets.ask(conversation.id)
  for (const one of [sieve, sieve, daemon(store)]) expect((await sieveWith(one)).body).toBe(body)
})

test('a reset that no store can take waits for the next request', async () => {
  const store = inMemorySentResults()
  let isAway = false
  const flaky: typeof store = {
    ...store,
    replace: async (records, now) => (isAway ? away() : store.replace(records, now)),
  }
  const { sieve, resets } = sieveOver(flaky)
  const history = await session(sieve)
  const body = JSON.stringify({ model: 'claude-opus-5-5', messages: history })
  const short = await sieve(wireFormat('anthropic-messages'), body)
  await resets.ask(short.conversation.id)
  isAway = true
  expect((await sieve(wireFormat('anthropic-messages'), body)).body).toBe(short.body)
  isAway = false
  expect((await sieve(wireFormat('anthropic-messages'), body)).body).toBe(body)
})
