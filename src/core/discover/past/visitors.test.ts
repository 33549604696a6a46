import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'
import type { Discovery } from '../discovery.ts'
import { createVisitors } from './visitors.ts'

const signal = new AbortController().signal
const ada = { source: 'mcp', caller: undefined, session: 'ada', signal }
const eve = { source: 'mcp', caller: undefined, session: 'eve', signal }

const stage = () =>
  setDiscovery({
    notes: {
      tools: [
        listedTool('find_note', 'Find a note by its words', ['query']),
        listedTool('read_note', 'Read the text of a note', ['note_id']),
        listedTool('share_text', 'Share a text with a colleague', ['text']),
      ],
      call: (tool) => {
        if (tool === 'find_note') return { note_id: 'note-17' }
        return tool === 'read_note' ? { text: 'water the plants' } : { done: true }
      },
    },
  })

const run = (discovery: Discovery, call: typeof ada, name: string, args: Record<string, string>) =>
  discovery.execute({ id: `tool:notes:${name}`, args }, call)

test('what one session was shown teaches nothing from what another runs', async () => {
  const { discovery, catalog } = stage()
  await discovery.discover({ intent: 'wipe the whole disk of a note' }, signal, eve)
  await run(discovery, ada, 'find_note', { query: 'plants' })
  expect((await catalog.traces(10)).map(({ intent }) => intent)).toEqual([''])
})

test('the intent that led a session to a call teaches', async () => {
  const { discovery, catalog } = stage()
  await discovery.discover({ intent: 'find a note about plants' }, signal, ada)
  await discovery.discover({ intent: 'find a note to erase' }, signal, eve)
  await run(discovery, ada, 'find_note', { query: 'plants' })
  expect((await catalog.traces(10)).map(({ intent }) => intent)).toEqual([
    'find a note about plants',
  ])
})

test('without sessions, an intent that may have been of another caller teaches nothing', async () => {
  const { discovery, catalog } = stage()
  const nobody = { source: 'mcp', caller: undefined, signal }
  await discovery.discover({ intent: 'find a note about plants' }, signal, nobody)
  await discovery.discover({ intent: 'find a note to erase' }, signal, nobody)
  await discovery.execute({ id: 'tool:notes:find_note', args: { query: 'plants' } }, nobody)
  expect((await catalog.traces(10)).map(({ intent }) => intent)).toEqual([''])
})

test('single calls one after another become a workflow with the values that flowed', async () => {
  const { discovery, catalog } = stage()
  for (let round = 0; round < 4; round++) {
    await discovery.discover({ intent: 'share a note with a colleague' }, signal, ada)
    await run(discovery, ada, 'find_note', { query: 'plants' })
    await run(discovery, ada, 'read_note', { note_id: 'note-17' })
    await run(discovery, ada, 'share_text', { text: 'water the plants' })
  }
  const [learned] = await catalog.capabilities()
  const tasks = learned?.source.dag?.tasks ?? []
  expect(tasks.map((task) => task.arguments)).toEqual([
    { query: { $ref: '$input.query' } },
    { note_id: { $ref: 't1.note_id' } },
    { text: { $ref: 't2.text' } },
  ])
  expect(learned?.inputs).toEqual(['query'])
})

test('calls of two sessions never make one workflow', async () => {
  const { discovery, catalog } = stage()
  for (let round = 0; round < 5; round++) {
    await discovery.discover({ intent: 'share a note with a colleague' }, signal, ada)
    await discovery.discover({ intent: 'share a note with a colleague' }, signal, eve)
    await run(discovery, ada, 'find_note', { query: 'plants' })
    await run(discovery, eve, 'read_note', { note_id: 'note-17' })
  }
  expect(await catalog.capabilities()).toEqual([])
})

test('one who never searches again is learned from when the first tool comes again', async () => {
  const { discovery, catalog } = stage()
  await discovery.discover({ intent: 'share a note with a colleague' }, signal, ada)
  for (let round = 0; round < 4; round++) {
    await run(discovery, ada, 'find_note', { query: 'plants' })
    await run(discovery, ada, 'read_note', { note_id: 'note-17' })
  }
  expect(await catalog.capabilities()).toHaveLength(1)
})

test('of two searches of one session the likelier one led to the call', async () => {
  const visitors = createVisitors(() => 0)
  visitors.noteShown(ada, 'find a note', [{ id: 'tool:notes:find_note', score: 0.8 }])
  visitors.noteShown(ada, 'share a text', [{ id: 'tool:notes:find_note', score: 0.1 }])
  expect(visitors.intentFor(ada, 'tool:notes:find_note')).toBe('find a note')
  visitors.noteShown(ada, 'look up plants', [{ id: 'tool:notes:find_note', score: 0.3 }])
  expect(visitors.intentFor(ada, 'tool:notes:find_note')).toBe('look up plants')
})

test('without sessions, calls behind which two intents stand make no workflow', async () => {
  const { discovery, catalog } = stage()
  const nobody = { source: 'mcp', caller: undefined, session: undefined, signal }
  for (let round = 0; round < 5; round++) {
    for (const [name, args] of [
      ['find_note', { query: 'plants' }],
      ['read_note', { note_id: 'note-17' }],
    ] as const)
      await discovery.execute(
        { id: `tool:notes:${name}`, args, intent: `${name} for someone` },
        nobody,
      )
    await discovery.discover({ intent: `a search, number ${round}` }, signal, nobody)
  }
  expect(await catalog.capabilities()).toEqual([])
})

test('the words of one who came with a token are kept out of what everybody sees', async () => {
  const { discovery, catalog } = stage()
  const caller = { name: 'ada', scope: 'write' as const, namespace: 'default' }
  for (let round = 0; round < 4; round++) {
    const intent = 'write down what the doctor said'
    await discovery.record({ intent, tools: ['find_note', 'read_note'], success: true }, caller)
  }
  const [learned] = await catalog.capabilities()
  const shown = await discovery.discover({ intent: 'what the doctor said', verbosity: 'full' })
  const details = await discovery.details(learned?.id ?? '', {})
  expect(JSON.stringify([learned, shown.results, details])).not.toContain('doctor')
  expect(learned?.intent).toBe('find_note, read_note')
})

test.each([undefined, 'one session'])(
  'of two tokens of a namespace neither is taught by the intents of the other (%s)',
  async (session) => {
    const { discovery, catalog } = stage()
    const of = (name: string, tokenId: string) => ({
      ...{ source: 'mcp', session, signal },
      caller: { name, tokenId, scope: 'write' as const, namespace: 'default' },
    })
    const [first, second, anew] = [of('ann', '1'), of('bob', '2'), of('ann', '3')]
    const find = { id: 'tool:notes:find_note', args: { query: 'plants' } }
    await discovery.discover({ intent: 'find a note about plants' }, signal, first)
    await discovery.execute(find, second)
    await discovery.execute(find, anew)
    await discovery.discover({ intent: 'find a note to erase' }, signal, second)
    await discovery.execute(find, first)
    const traces = (await catalog.traces(10)).toSorted((a, b) => a.intent.localeCompare(b.intent))
    expect(traces.map(({ intent, by }) => [by, intent])).toEqual([
      ['bob', ''],
      ['ann', ''],
      ['ann', 'find a note about plants'],
    ])
  },
)

test('a team shares what was done, not the words it was asked in', async () => {
  const { discovery, catalog } = stage()
  const named = (name: string, session: string) => ({
    ...{ source: 'mcp', session, signal },
    caller: { name, scope: 'write' as const, namespace: 'default' },
  })
  for (const [at, name] of ['ada', 'eve', 'ada', 'eve', 'ada'].entries()) {
    const call = named(name, `${name}-${at}`)
    await discovery.discover({ intent: `${name} shares her secret note` }, signal, call)
    await discovery.execute({ id: 'tool:notes:find_note', args: { query: 'plants' } }, call)
    await discovery.execute({ id: 'tool:notes:read_note', args: { note_id: 'note-17' } }, call)
    await discovery.discover({ intent: 'something else' }, signal, call)
  }
  const [learned] = await catalog.capabilities()
  expect(learned?.intent).toBe('find_note, read_note')
  expect(learned?.examples).toEqual([])
  const { invocationHistory } = await discovery.details('tool:notes:find_note', {})
  expect(invocationHistory?.map(({ intent }) => intent)).toEqual(['', '', '', '', ''])
})
