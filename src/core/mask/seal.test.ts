import { expect, test } from 'vitest'
import { type SieveOverOptions, sieveOver } from '../../../test/support/sieve-over.ts'
import { inMemorySentResults } from '../../adapters/in-memory/sent-results.ts'
import { EngineError } from '../../errors.ts'
import type { SentResults } from '../../ports/store/sent-results.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import type { SieveMode } from './request/read-request.ts'
import type { Sieve } from './sieve-request.ts'

type Message = Readonly<Record<string, unknown>>

const eager = (store: SentResults, options: SieveOverOptions = {}): Sieve =>
  sieveOver(store, { isEager: true, ...options }).sieve

const text = (name: string): string =>
  Array.from({ length: 60 }, (_, at) => `line ${at} of ${name} says this`).join('\n')

const turn = (id: string, content = text(id), thought: readonly Message[] = []): Message[] => [
  {
    role: 'assistant',
    content: [...thought, { type: 'tool_use', id, name: 'read', input: { id } }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
]

const asked: readonly Message[] = [{ role: 'user', content: 'Why does it fail?' }]
/** A history in which the model did not think. */
const base: readonly Message[] = [...asked, ...['a', 'b', 'c', 'd'].flatMap((id) => turn(id))]

/** What the model answers when it thinks: signed over all it was sent. */
const thoughtAbout = (sent: readonly Message[], id: string): Message[] =>
  turn(id, text(id), [{ type: 'thinking', thinking: 'Hm.', signature: JSON.stringify(sent) }])

interface Sending {
  readonly mode?: SieveMode
  readonly isThinking?: boolean
}

/** Sends a history; refused when thinking in it was signed over another one. Gives what was sent. */
async function send(
  sieve: Sieve,
  messages: readonly Message[],
  { mode = 'sieve', isThinking = false }: Sending = {},
): Promise<readonly Message[]> {
  const thinking = isThinking ? { thinking: { type: 'enabled' } } : {}
  const body = JSON.stringify({ model: 'claude-opus-5-5', messages, ...thinking })
  const sieved = await sieve(wireFormat('anthropic-messages'), body, { mode })
  const sent = JSON.parse(sieved.body).messages as Message[]
  for (const [at, { role, content }] of sent.entries()) {
    const [first] = role === 'assistant' ? (content as Message[]) : []
    if (first?.type === 'thinking')
      expect(first.signature, `message ${at}`).toBe(JSON.stringify(sent.slice(0, at)))
  }
  return sent
}

const isShort = (sent: readonly Message[]): boolean => JSON.stringify(sent).includes('⟦TAMIS')

test.each([
  { isShared: false, isRestarted: true },
  { isShared: true, isRestarted: false },
  { isShared: true, isRestarted: true },
])(
  'what one branch masks stays whole in the other, which was thought about: %j',
  async ({ isShared, isRestarted }) => {
    const store = inMemorySentResults()
    const first = eager(store, { isShared })
    const sent = await send(first, base, { isThinking: true })
    expect(isShort(sent)).toBe(false)
    const masked = await send(first, [...base, ...turn('other')])
    expect(isShort(masked)).toBe(true)
    const then = isRestarted ? eager(store, { isShared }) : first
    const thought = [...base, ...thoughtAbout(sent, 'e')]
    const next = await send(then, thought, { isThinking: true })
    await send(then, [...thought, ...thoughtAbout(next, 'f')], { isThinking: true })
  },
)

test('masks that were there when the model thought stay, after a restart too', async () => {
  const store = inMemorySentResults()
  const first = eager(store)
  await send(first, base)
  const sent = await send(first, base, { isThinking: true })
  expect(isShort(sent)).toBe(true)
  for (const sieve of [first, eager(store)])
    expect(isShort(await send(sieve, [...base, ...thoughtAbout(sent, 'e')]))).toBe(true)
})

test('the same history asked again is sent as it was the first time', async () => {
  const store = inMemorySentResults()
  const sieve = eager(store)
  const sent = await send(sieve, base, { isThinking: true })
  expect(await send(sieve, base)).toEqual(sent)
  await send(sieve, [...base, ...thoughtAbout(sent, 'e')])
})

test.each([false, true])(
  'what a bypass sent whole and the model thought about stays whole, after a restart: %j',
  async (isRestarted) => {
    const store = inMemorySentResults()
    const first = sieveOver(store).sieve
    const history = [...asked, ...turn('a', text('x')), ...turn('b', text('x'))]
    expect(isShort(await send(first, history))).toBe(true)
    const longer = [...history, ...turn('c')]
    const sent = await send(first, longer, { mode: 'repeat', isThinking: true })
    expect(sent).toEqual(longer)
    const thought = [...longer, ...thoughtAbout(sent, 'd')]
    await send(isRestarted ? sieveOver(store).sieve : first, thought, { isThinking: true })
  },
)

test('thinking about a history of which nothing can be written down finds it without masks', async () => {
  const store = inMemorySentResults()
  let isAway = false
  const flaky: typeof store = {
    ...store,
    async keep(records, now) {
      if (isAway && records.some(({ key }) => key.startsWith('seal')))
        throw new EngineError('store_unavailable', 'away')
      return store.keep(records, now)
    },
  }
  const sieve = eager(flaky)
  await send(sieve, base)
  isAway = true
  const longer = [...base, ...turn('e')]
  const sent = await send(sieve, longer, { isThinking: true })
  isAway = false
  for (const one of [sieve, eager(store)]) await send(one, [...longer, ...thoughtAbout(sent, 'f')])
})
