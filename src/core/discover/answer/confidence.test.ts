import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'

const weather = {
  tools: [
    listedTool('get_forecast', 'Get the weather forecast for a city', ['city']),
    listedTool('get_alerts', 'List weather alerts of a region', ['region']),
    listedTool('list_stations', 'List weather stations near a place', ['place']),
  ],
}

test('what fits is scored above a half, and what does not is only near', async () => {
  const { discovery } = setDiscovery({ weather })
  const found = await discovery.discover({ intent: 'get the weather forecast for Oslo' })
  expect(found.results[0]?.id).toBe('tool:weather:get_forecast')
  expect(found.meta.confidence).toBe('high')
  const none = await discovery.discover({ intent: 'translate a contract into Japanese' })
  expect(none.meta.confidence).toBe('none')
  for (const { score } of none.results) expect(score).toBeLessThan(0.2)
})

test('a server that is not listed in time is named', async () => {
  const { discovery } = setDiscovery({ weather }, {}, { pause: () => Promise.resolve() })
  const slow = setDiscovery({
    weather,
    notion: { tools: [] },
  })
  expect((await slow.discovery.discover({ intent: 'weather' })).meta.pending).toBeUndefined()
  const { meta } = await discovery.discover({ intent: 'weather' })
  expect(meta.pending).toEqual(['weather'])
})

test('a server that failed before it was listed is named in every answer, and why is said', async () => {
  const { discovery } = setDiscovery({ weather, notion: { tools: [], isFailed: true } })
  for (const filter of [{}, { servers: ['notion'] }]) {
    const { meta, warnings } = await discovery.discover({ intent: 'weather', filter })
    expect(meta.pending).toEqual(['notion'])
    expect(warnings).toEqual([
      'The tools of notion could not be listed; `tamis gateway doctor` says why',
    ])
  }
})

test('an unknown server of a filter is named as the one that was meant', async () => {
  const { discovery } = setDiscovery({ weather })
  const { meta } = await discovery.discover({ intent: 'x', filter: { servers: ['wether'] } })
  expect(meta.didYouMean).toBe('weather')
})

test('a configured tool is detailed and called before anything was discovered', async () => {
  const { discovery } = setDiscovery({ weather })
  const details = await discovery.details('tool:weather:get_forecast', {})
  expect(details.id).toBe('tool:weather:get_forecast')
  const other = setDiscovery({ weather })
  const { status } = await other.discovery.execute(
    { id: 'tool:weather:get_forecast', args: { city: 'Oslo' } },
    { source: 'test', caller: undefined, signal: new AbortController().signal },
  )
  expect(status).toBe('success')
})

test('our own tools stand behind a tool of others, unless they are named', async () => {
  const { discovery } = setDiscovery({
    notes: { tools: [listedTool('search_documents', 'Search documents by words', ['query'])] },
  })
  const own = {
    ...{ name: 'knowledge_search', description: 'Search documents by words' },
    ...{ inputSchema: { type: 'object', properties: { query: {} } }, annotations: {} },
    run: async () => ({}),
  }
  discovery.offer(async () => [own])
  const first = async (intent: string) => (await discovery.discover({ intent })).results[0]?.id
  expect(await first('look for documents by their words')).toBe('tool:notes:search_documents')
  expect(await first('knowledge search in tamis')).toBe('tool:tamis:knowledge_search')
})

test('our own tools show only where the intent is likely about them, or they are asked for', async () => {
  const { discovery } = setDiscovery({
    files: { tools: [listedTool('write_file', 'Write a file with a given content', ['path'])] },
  })
  const own = {
    ...{ name: 'memory_inject', description: 'The learnings worth re-reading before a task' },
    ...{ inputSchema: { type: 'object', properties: { story: {} } }, annotations: {} },
    run: async () => ({}),
  }
  discovery.offer(async () => [own])
  const ids = async (intent: string, servers?: string[]) =>
    (await discovery.discover({ intent, filter: { servers } })).results.map(({ id }) => id)
  const unrelated = 'copy a note into a task file'
  expect(await ids(unrelated)).toEqual(['tool:files:write_file'])
  expect(await ids(unrelated, ['tamis'])).toEqual(['tool:tamis:memory_inject'])
  expect(await ids('which learnings are worth re-reading before this task')).toContain(
    'tool:tamis:memory_inject',
  )
})
