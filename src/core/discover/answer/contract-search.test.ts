import { beforeAll, describe, expect, test } from 'vitest'
import type { DiscoveryStage } from '../../../../test/support/discovery-stage.ts'
import { setSalesCatalog } from '../../../../test/support/sales-stage.ts'
import { inferAction } from '../catalog/pipeline.ts'

let stage: DiscoveryStage
beforeAll(async () => {
  stage = await setSalesCatalog()
})

const idsOf = (results: readonly { id: string }[]): string[] => results.map(({ id }) => id)
const never = new AbortController().signal

describe('§1 API', () => {
  test('answers with results and meta, summary by default, ten at most', async () => {
    const { results, meta } = await stage.discovery.discover({ intent: 'analyse des ventes' })
    expect(meta).toMatchObject({ verbosity: 'summary', returnedCount: results.length })
    expect(meta.totalFound).toBeGreaterThanOrEqual(results.length)
    expect(meta.searchTimeMs).toBeGreaterThanOrEqual(0)
    expect(results.length).toBeLessThanOrEqual(10)
    for (const { score, summary } of results) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
      expect(summary).toBeDefined()
    }
  })

  test.each([
    { filter: { type: 'tool' as const }, holds: (id: string) => id.startsWith('tool:') },
    { filter: { type: 'capability' as const }, holds: (id: string) => id.startsWith('cap:') },
    {
      filter: { servers: ['data'], type: 'tool' as const },
      holds: (id: string) => id.startsWith('tool:data:'),
    },
    { filter: { tags: ['ventes'] }, holds: (id: string) => id.startsWith('cap:sales-analysis') },
  ])('filters by $filter before it ranks', async ({ filter, holds }) => {
    const { results } = await stage.discovery.discover({ intent: 'ventes csv somme', filter })
    expect(results.length).toBeGreaterThan(0)
    expect(idsOf(results).every(holds)).toBe(true)
  })

  test('minScore cuts at the score it names', async () => {
    const intent = 'exécuter une requête SQL'
    const all = await stage.discovery.discover({ intent })
    const limit = all.results[1]?.score ?? 0
    const some = await stage.discovery.discover({ intent, filter: { minScore: limit + 0.01 } })
    expect(idsOf(some.results)).toEqual(['tool:db:query'])
    expect(some.meta.totalFound).toBe(1)
  })

  test('an id is found outright, and a mistyped one is named', async () => {
    const exact = await stage.discovery.discover({ intent: 'tool:db:query' })
    expect(exact.results[0]).toMatchObject({ id: 'tool:db:query', score: 1 })
    const { meta } = await stage.discovery.discover({ intent: 'tool:db:qurey' })
    expect(meta.didYouMean).toBe('tool:db:query')
  })

  test('the same question gives the same answer', async () => {
    const ask = async () => (await stage.discovery.discover({ intent: 'chart of sales' })).results
    expect(await ask()).toEqual(await ask())
  })
})

describe('§2 verbosity', () => {
  test('§2.1 minimal: id, type, intent and score, nothing else', async () => {
    const { results } = await stage.discovery.discover({
      intent: 'Analyse des ventes par région',
      verbosity: 'minimal',
    })
    expect(results[0]).toEqual({
      id: 'cap:sales-analysis',
      type: 'capability',
      intent: 'Analyse complète des ventes avec visualisation',
      score: expect.any(Number),
    })
  })

  test('§2.2 summary: the example pipeline of sales-analysis', async () => {
    const { results } = await stage.discovery.discover({ intent: 'cap:sales-analysis' })
    expect(results[0]).toMatchObject({
      id: 'cap:sales-analysis',
      summary: {
        pipeline: [
          { step: 1, action: 'fetch', tools: ['db:query'] },
          { step: 2, action: 'aggregate', tools: ['data:groupBy', 'data:sum'] },
          { step: 3, action: 'visualize', tools: ['chart:bar', 'chart:pie'] },
          { step: 4, action: 'export', tools: ['pdf:generate'] },
        ],
        inputs: ['dateRange', 'regionFilter'],
        outputs: ['pdfReport', 'chartData'],
      },
    })
  })

  test('§2.2 summary: what a tool asks for', async () => {
    const { results } = await stage.discovery.discover({ intent: 'tool:data:sum' })
    expect(results[0]?.summary).toEqual({
      toolSchema: { requiredParams: ['rows'], optionalParams: ['column'], returnType: 'content' },
    })
  })

  test('§2.3 full: the schema of a tool, the workflow of a capability', async () => {
    const tool = await stage.discovery.discover({ intent: 'tool:db:query', verbosity: 'full' })
    expect(tool.results[0]?.details?.fullSchema).toMatchObject({ required: ['sql'] })
    const capability = await stage.discovery.discover({
      intent: 'cap:sales-analysis',
      verbosity: 'full',
    })
    expect(capability.results[0]?.details?.source?.dagStructure?.tasks).toHaveLength(6)
  })
})

describe('§3 capabilities of several parts', () => {
  test.each([
    [['db:query'], 'fetch'],
    [['api:get_user', 'csv:parse'], 'fetch'],
    [['xml:parse'], 'transform'],
    [['geo:mapRegions'], 'transform'],
    [['data:groupBy'], 'aggregate'],
    [['chart:bar', 'chart:pie'], 'visualize'],
    [['pdf:make'], 'export'],
    [['mail:send'], 'output'],
    [['x:y'], 'process'],
  ])('§3.2 %j is the action %s, first match wins', (tools, action) => {
    expect(inferAction(tools.map((tool) => ({ tool })))).toBe(action)
  })

  test('§3.3 a part of a capability is found, with a note, before the whole', async () => {
    const { results } = await stage.discovery.discover({
      intent: 'juste la partie visualisation',
      filter: { type: 'capability' },
    })
    const [step, whole] = results
    expect(step).toMatchObject({
      id: 'cap:sales-analysis#step3',
      type: 'capability',
      note: 'Extrait de cap:sales-analysis (étape 3/4)',
      summary: {
        pipeline: [{ step: 1, action: 'visualize', tools: ['chart:bar', 'chart:pie'] }],
      },
    })
    expect(step?.intent).toMatch(/^Visualisation/)
    expect(whole).toMatchObject({
      id: 'cap:sales-analysis',
      note: 'Contient visualisation mais fait plus',
    })
  })
})

describe('§4 discover, then details or execute', () => {
  test('§4.1 a capability runs by its id with args', async () => {
    const report = await stage.discovery.execute(
      { id: 'cap:sales-analysis', args: { dateRange: '2026', regionFilter: 'all' } },
      { source: 'test', caller: undefined, signal: never },
    )
    expect(report).toMatchObject({ status: 'success' })
    expect(report.tasks?.map(({ status }) => status)).toEqual(Array(6).fill('success'))
  })

  test('§4.1 a step runs by itself with its inferred inputs', async () => {
    const details = await stage.discovery.details('cap:sales-analysis#step3', {})
    expect(details.summary.inputs).toEqual(['group_rows', 'total_rows'])
    const report = await stage.discovery.execute(
      { id: 'cap:sales-analysis#step3', args: { group_rows: 'a', total_rows: 'b' } },
      { source: 'test', caller: undefined, signal: never },
    )
    expect(report.tasks?.map(({ output }) => output)).toEqual([{ chart: 'bar' }, { chart: 'pie' }])
  })

  test.each([
    { include: { code: true }, has: ['source'], lacks: ['reconstructedDAG', 'invocationHistory'] },
    { include: { dag: true }, has: ['reconstructedDAG'], lacks: ['source'] },
    { include: { history: true }, has: ['invocationHistory'], lacks: ['source'] },
    { include: {}, has: ['source', 'reconstructedDAG', 'invocationHistory'], lacks: [] },
  ])('§4.2 details include $include', async ({ include, has, lacks }) => {
    const details = await stage.discovery.details('cap:csv-to-json', include)
    for (const part of has) expect(details).toHaveProperty(part)
    for (const part of lacks) expect(details).not.toHaveProperty(part)
  })
})

test('notes are in the language of the intent, and an exact match has none', async () => {
  const notesOf = async (intent: string) =>
    (await stage.discovery.discover({ intent, filter: { type: 'capability' } })).results.map(
      ({ note }) => note,
    )
  expect(await notesOf('only the chart step of the sales')).toContainEqual(
    expect.stringMatching(/^Taken from cap:sales-analysis \(step/),
  )
  expect((await notesOf('cap:sales-analysis#step3'))[0]).toBeUndefined()
})
