import { expect, test } from 'vitest'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import { toolEntry } from '../catalog/entries.ts'
import { findFed, withFed } from './feeders.ts'

const tool = (server: string, name: string, ids: readonly string[]): CatalogTool => ({
  ...{ id: `tool:${server}:${name}`, server, name, description: name, annotations: {} },
  inputSchema: { type: 'object', properties: {}, required: ids },
  ...{ tags: [], examples: [], schemaHash: '', textHash: '', state: 'active', findings: [] },
})
const tools = [
  tool('music', 'search_artist', ['query']),
  tool('music', 'artist_albums', ['artistId']),
  tool('music', 'get_artist', ['artist_id']),
  tool('films', 'search_artist', ['query']),
]
const entries = tools.map((one) => toolEntry(one, ''))
const fed = findFed(entries, [0, 0, 0, 1])

test('who searches for something feeds the tools of its server that need the id of it', () => {
  expect([...fed]).toEqual([[0, [1, 2]]])
})

test('a tool that yields the id another needs is lifted with it, and stays below it', () => {
  const sums = withFed(Float64Array.from([1, 3, 2, 1]), fed)
  expect(sums[0]).toBeGreaterThan(1)
  expect(sums[0]).toBeLessThan(3)
  expect([...sums.slice(1)]).toEqual([3, 2, 1])
})
