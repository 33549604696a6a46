import { beforeAll, describe, expect, test } from 'vitest'
import { type DiscoveryStage, tokenizer } from '../../../../test/support/discovery-stage.ts'
import { setSalesCatalog } from '../../../../test/support/sales-stage.ts'
import { compressPipeline } from '../catalog/pipeline.ts'
import { budgets, ofMore } from './disclose.ts'

let stage: DiscoveryStage
beforeAll(async () => {
  stage = await setSalesCatalog()
})

const idsOf = (results: readonly { id: string }[]): string[] => results.map(({ id }) => id)
const never = new AbortController().signal

describe('§5 suggestions', () => {
  test('§5.1 tools often used together, with the strength', async () => {
    const fresh = await setSalesCatalog()
    for (const intent of ['read users', 'read orders', 'read stock', 'read prices'])
      await fresh.discovery.record({ intent, tools: ['db:query', 'cache:get'], success: true })
    const { results } = await fresh.discovery.discover({
      intent: 'exécuter une requête SQL',
      filter: { type: 'tool' },
      limit: 1,
      includeCoOccurrences: true,
    })
    expect(results[1]).toMatchObject({
      id: 'tool:cache:get',
      suggestionReason: 'co-occurrence',
      coOccurrenceWith: 'db:query',
      coOccurrenceStrength: 0.8,
    })
  })

  test('§5.2 tools of other servers that do the same', async () => {
    const { results } = await stage.discovery.discover({
      intent: 'http:fetch',
      limit: 1,
      includeAlternatives: true,
    })
    expect(results[0]?.id).toBe('tool:http:fetch')
    expect(results[1]).toMatchObject({
      id: 'tool:web:fetch_page',
      suggestionReason: 'alternative',
      alternativeTo: 'http:fetch',
    })
  })

  test.each([
    { filter: { servers: ['http'] }, why: 'on another server' },
    { filter: { minScore: 0.99 }, why: 'scored too low' },
  ])('§5 a suggestion $why is filtered like any result', async ({ filter }) => {
    const asked = { intent: 'http:fetch', limit: 1, includeAlternatives: true, filter }
    const { results, meta } = await stage.discovery.discover(asked)
    expect(idsOf(results)).toEqual(['tool:http:fetch'])
    expect(meta.returnedCount).toBe(1)
  })

  test('§5 nothing is suggested that was not asked for', async () => {
    const { results } = await stage.discovery.discover({ intent: 'http:fetch', limit: 1 })
    expect(results).toHaveLength(1)
  })
})

describe('§6 tokens', () => {
  test.each(['minimal', 'summary', 'full'] as const)(
    '§6.1 every %s result is inside its budget',
    async (verbosity) => {
      const { results } = await stage.discovery.discover({
        intent: 'ventes csv sql chart',
        verbosity,
      })
      const counts = await tokenizer.count(results.map((result) => JSON.stringify(result)))
      // The contract's own summary of a capability, with its pipeline and its tools, takes 172.
      const mostOf = ({ type }: (typeof results)[number]): number =>
        budgets[verbosity] + (type === 'capability' && verbosity === 'summary' ? ofMore : 0)
      results.forEach((result, at) => {
        expect(counts[at]).toBeLessThanOrEqual(mostOf(result))
      })
    },
  )

  test('§6.3 a pipeline past five steps keeps its ends and sums up the rest', () => {
    const step = (number: number, action: string, ...tools: string[]) => ({
      step: number,
      action,
      tools,
    })
    const steps = [
      step(1, 'fetch', 'db:query'),
      ...[2, 3, 4, 5, 6].map((number) => step(number, 'transform', 'a', `t${number}`)),
      step(7, 'export', 'pdf:generate'),
    ]
    expect(compressPipeline(steps)).toEqual([
      step(1, 'fetch', 'db:query'),
      step(2, '5 étapes intermédiaires', 'a', 't2', 't3', 't4', 't5', 't6'),
      step(3, 'export', 'pdf:generate'),
    ])
    expect(compressPipeline(steps.slice(0, 5))).toHaveLength(5)
  })
})

describe('§7 migration', () => {
  test('code is shown and only its workflow runs', async () => {
    await stage.discovery.capabilities.register({ name: 'only code', intent: 'x', code: 'y()' })
    await expect(
      stage.discovery.execute(
        { id: 'cap:only-code' },
        { source: 'test', caller: undefined, signal: never },
      ),
    ).rejects.toMatchObject({ code: 'code_not_runnable' })
  })
})

describe('§8 examples', () => {
  test('§8.1 a quick look', async () => {
    const { results } = await stage.discovery.discover({
      intent: 'manipuler des fichiers JSON',
      verbosity: 'minimal',
      limit: 10,
    })
    expect(results[0]?.id).toBe('tool:files:read_json')
  })

  test('§8.2 a targeted search', async () => {
    const { results } = await stage.discovery.discover({
      intent: 'convertir CSV en JSON avec validation',
      verbosity: 'summary',
      limit: 5,
      filter: { type: 'capability', minScore: 0.7 },
    })
    expect(results[0]).toMatchObject({
      id: 'cap:csv-to-json',
      summary: { pipeline: [{ action: 'transform' }, { action: 'process' }] },
    })
    expect(results.length).toBeLessThanOrEqual(5)
  })

  test('§8.3 a deep look', async () => {
    const details = await stage.discovery.details('cap:csv-to-json', { code: true, dag: true })
    expect(details.source?.code).toContain('csvToJson')
    expect(details.reconstructedDAG?.tasks.map(({ id }) => id)).toEqual(['parse', 'check'])
  })
})

describe('§9 questions, answered', () => {
  test('§9.2 every layer of a capability can be taken out and run', async () => {
    for (const step of [1, 2, 3, 4])
      expect((await stage.discovery.details(`cap:sales-analysis#step${step}`, {})).id).toMatch(
        /step\d$/,
      )
    await expect(stage.discovery.details('cap:sales-analysis#step5', {})).rejects.toMatchObject({
      code: 'tool_not_found',
    })
  })

  test('§9.3 tools and capabilities stand in one ranking, best first', async () => {
    const { results } = await stage.discovery.discover({
      intent: 'analyse des ventes avec une requête SQL',
    })
    const scores = results.map(({ score }) => score)
    expect([...scores].sort((a, b) => b - a)).toEqual(scores)
    expect(new Set(results.map(({ type }) => type))).toEqual(new Set(['tool', 'capability']))
  })
})
