import { expect, test } from 'vitest'
import type { Embedder } from '../../ports/embedder.ts'
import type { Trace } from '../../ports/store/catalog.ts'
import { toLearned, withMeaning } from './learned.ts'

const positions = new Map([['tool:crm:mail', 0]])
const run = (intent: string): Trace => ({
  at: 1,
  intent,
  tools: ['tool:crm:mail'],
  links: [],
  isSuccess: true,
  origin: 'recorded',
})

test('long intents make the past shorter, the newest staying', () => {
  const intents = Array.from({ length: 150 }, (_, at) => String(at).padEnd(20_000, ' .'))
  const { evidence, traces } = toLearned(intents.map(run), positions)
  expect(traces).toHaveLength(150)
  expect(evidence.past).toHaveLength(100)
  expect(evidence.past.at(-1)?.intent).toBe(intents.at(-1))
})

test('tools whose names hold spaces are not taken for several', () => {
  const named = new Map([
    ['tool:a:x', 0],
    ['tool:b:y', 1],
    ['tool:a:x tool:b:y', 2],
  ])
  const using = (...tools: string[]): Trace => ({ ...run('tidy up'), tools })
  const traces = [using('tool:a:x', 'tool:b:y'), using('tool:a:x tool:b:y')]
  const { evidence } = toLearned(traces, named)
  expect(evidence.past.map(({ entries }) => entries)).toEqual([[0, 1], [2]])
})

test('the vectors of intents that left the past are forgotten', async () => {
  const embedder: Embedder = {
    model: 'toy',
    dimensions: 2,
    embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  }
  const known = new Map([['call the customer', Float32Array.of(0, 1)]])
  const learned = toLearned([run('mail the customer')], positions)
  const rest = async (): Promise<void> => undefined
  await withMeaning({ known, rest }, embedder, learned, positions.size)
  expect([...known.keys()]).toEqual(['mail the customer'])
})
