import { expect, test } from 'vitest'
import { inMemoryCatalog } from '../../adapters/in-memory/catalog.ts'
import type { CatalogStore, Trace } from '../../ports/store/catalog.ts'
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
