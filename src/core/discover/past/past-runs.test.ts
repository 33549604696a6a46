import { expect, test } from 'vitest'
import { inMemoryCatalog } from '../../../adapters/in-memory/catalog.ts'
import type { CatalogStore, Trace } from '../../../ports/store/catalog.ts'
import { createPastRuns } from './past-runs.ts'

const run = (at: number, ...tools: string[]): Trace => ({
  at,
  intent: `run ${at}`,
  tools,
  links: [],
  isSuccess: true,
  origin: 'recorded',
})

const allOf = async (catalog: CatalogStore, runs = createPastRuns(catalog)): Promise<number[]> =>
  (await runs.all((await catalog.version()).traces)).map(({ at }) => at)

test('a run comes back with those of the same workflow before it', async () => {
  const runs = createPastRuns(inMemoryCatalog())
  const first = run(1, 'tool:a:x', 'tool:a:y')
  expect(await runs.append(first)).toEqual([first])
  await runs.append(run(2, 'tool:a:y', 'tool:a:x'))
  await runs.append(run(3, 'tool:a:x'))
  const again = run(4, 'tool:a:x', 'tool:a:y')
  expect(await runs.append(again)).toEqual([first, again])
})

test('runs that another process kept are seen, each once', async () => {
  const catalog = inMemoryCatalog()
  const [ours, theirs] = [createPastRuns(catalog), createPastRuns(catalog)]
  await ours.append(run(1, 'tool:a:x', 'tool:a:y'))
  await theirs.append(run(2, 'tool:a:x', 'tool:a:y'))
  const alike = await ours.append(run(3, 'tool:a:x', 'tool:a:y'))
  expect(alike.map(({ at }) => at)).toEqual([1, 2, 3])
  expect(await allOf(catalog, theirs)).toEqual([1, 2, 3])
})

test('runs kept at the same moment are kept once each, and none is missed', async () => {
  const catalog = inMemoryCatalog()
  const runs = createPastRuns(catalog)
  await Promise.all([1, 2, 3].map((at) => runs.append(run(at, 'tool:a:x', 'tool:a:y'))))
  expect(await allOf(catalog, runs)).toEqual([1, 2, 3])
  expect(await allOf(catalog)).toEqual([1, 2, 3])
})

const graph = (...tools: string[]): NonNullable<Trace['dag']> => ({
  tasks: tools.map((tool, at) => ({ id: `t${at}`, tool, arguments: {}, dependsOn: [] })),
})

const ours = (at: number, intent: string, ...tools: string[]): Trace => ({
  ...run(at, ...tools),
  intent,
  origin: 'execute',
  dag: graph(...tools),
})

test.each(['appended', 'read from the catalog'])(
  'runs of one workflow that were %s hold what they have in common once',
  async (how) => {
    const catalog = inMemoryCatalog()
    const writer = createPastRuns(catalog)
    for (const at of [1, 2]) await writer.append(ours(at, `tidy ${'up'}`, 'tool:a:x', 'tool:a:y'))
    const runs = how === 'appended' ? writer : createPastRuns(catalog)
    const [first, second] = await runs.all((await catalog.version()).traces)
    expect(second).toEqual(ours(2, 'tidy up', 'tool:a:x', 'tool:a:y'))
    expect(second?.tools).toBe(first?.tools)
    expect(second?.links).toBe(first?.links)
    expect(second?.dag).toBe(first?.dag)
  },
)

test('a workflow that changed keeps each of its graphs', async () => {
  const runs = createPastRuns(inMemoryCatalog())
  const before = ours(1, 'tidy up', 'tool:a:x', 'tool:a:y')
  const after = { ...ours(2, 'tidy up', 'tool:a:x', 'tool:a:y'), dag: graph('tool:a:y') }
  await runs.append(before)
  expect(await runs.append(after)).toEqual([before, after])
})

test('the graph of a single tool is left to the catalog', async () => {
  const catalog = inMemoryCatalog()
  const runs = createPastRuns(catalog)
  const single = ours(1, 'look', 'tool:a:x')
  await runs.append(single)
  const [held] = await runs.all((await catalog.version()).traces)
  expect(held).toEqual({ ...run(1, 'tool:a:x'), intent: 'look', origin: 'execute' })
  expect(await catalog.traces(1)).toEqual([single])
})
