import { expect, test } from 'vitest'
import { inMemoryCatalog } from '../../../adapters/in-memory/catalog.ts'
import { createHoldings } from './holdings.ts'

test('reads again only what changed', async () => {
  const catalog = inMemoryCatalog()
  const own: [] = []
  let configured = new Set(['crm'])
  const holdingsAt = createHoldings({
    catalog,
    ownTools: async () => own,
    localSkills: async () => own,
    configured: () => configured,
  })
  const now = async () => holdingsAt(await catalog.version())
  const first = await now()
  expect(await now()).toBe(first)
  await catalog.appendTraces([])
  expect(await now()).toBe(first)
  await catalog.removeCapability('cap:none')
  const second = await now()
  expect(second).not.toBe(first)
  expect(second.tools).toBe(first.tools)
  await catalog.replaceTools('crm', [])
  const third = await now()
  expect(third.tools).not.toBe(second.tools)
  configured = new Set()
  expect((await now()).tools).not.toBe(third.tools)
})
