import { expect, test } from 'vitest'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Trace } from '../../../ports/store/catalog.ts'
import type { Entry } from '../catalog/entries.ts'
import { buildSearchIndex } from '../rank/search-index.ts'
import { buildEvidenceIndex } from './evidence-index.ts'
import { toPastIndex, trustIn, withMeaning } from './past-index.ts'
import { strengths } from './trust-past.ts'

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
  const { evidence, traces } = toPastIndex(intents.map(run), positions)
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
  const { evidence } = toPastIndex(traces, named)
  expect(evidence.past.map(({ entries }) => entries)).toEqual([[0, 1], [2]])
})

test('the vectors of intents that left the past are forgotten', async () => {
  const embedder: Embedder = {
    model: 'toy',
    dimensions: 2,
    reads: 'texts',
    embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  }
  const known = new Map([['call the customer', Float32Array.of(0, 1)]])
  const learned = toPastIndex([run('mail the customer')], positions)
  const rest = async (): Promise<void> => undefined
  await withMeaning({ known, rest }, embedder, learned, positions.size)
  expect([...known.keys()]).toEqual(['mail the customer'])
})

test('capabilities made of past intents do not make the past look better than it is', async () => {
  const subjects = ['roses', 'walls', 'chairs', 'boxes', 'lamps', 'doors']
  const past = Array.from({ length: 60 }, (_, at) => ({
    intent: `please look after the ${subjects[at % 6]} of house ${at}`,
    entries: [at % 6],
  }))
  const tools = subjects.map((subject) => described('tool', `look after ${subject}`))
  const learned = past.map(({ intent }) => described('capability', intent))
  const index = buildSearchIndex([...tools, ...learned])
  const evidence = buildEvidenceIndex(past, index.entries.length)
  const rest = async (): Promise<void> => undefined
  expect(await trustIn(rest, evidence, { index, meaning: undefined }, 50)).toBe(strengths.light)
})

const described = (type: Entry['type'], description: string): Entry => ({
  ...{ id: `${type}:${description}`, type, servers: [], tags: [], intent: description },
  text: {
    ...{ name: '', description, parameters: '', notes: '', server: '', serverDescription: '' },
  },
})
