import { expect, test } from 'vitest'
import type { Capability, CatalogStore, CatalogTool, Trace } from './catalog.ts'

const tool = (server: string, name: string, more: Partial<CatalogTool> = {}): CatalogTool => ({
  id: `tool:${server}:${name}`,
  server,
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  annotations: { isReadOnly: true },
  tags: ['files'],
  examples: [],
  schemaHash: 'h1',
  textHash: 't1',
  state: 'active',
  findings: [],
  ...more,
})

const capability: Capability = {
  id: 'cap:report',
  intent: 'Make a report',
  source: { type: 'dag', dag: { tasks: [{ id: 'a', tool: 'x:y', arguments: {}, dependsOn: [] }] } },
  inputs: ['path'],
  outputs: ['report'],
  tags: [],
  successRate: 0.9,
  usageCount: 3,
  isPinned: false,
  isForgotten: false,
  isLearned: true,
  toolHashes: { 'x:y': 'h' },
  examples: ['make the report'],
}

const trace = (at: number): Trace => ({
  at,
  intent: `intent ${at} «é»`,
  tools: ['a', 'b'],
  links: [['a', 'b']],
  isSuccess: true,
  origin: 'recorded',
})

/** Every adapter of `CatalogStore` must pass these. */
export function catalogContract(open: () => Promise<CatalogStore>): void {
  test('gives tools back as they were kept, servers in order of name, tools in order of listing', async () => {
    const catalog = await open()
    const listed = [tool('fs', 'write', { proposed: proposal }), tool('fs', 'append')]
    await catalog.replaceTools('fs', listed)
    await catalog.replaceTools('db', [tool('db', 'query')])
    expect(await catalog.tools()).toEqual([tool('db', 'query'), ...listed])
  })

  test('replaces all tools of one server and of no other', async () => {
    const catalog = await open()
    await catalog.replaceTools('fs', [tool('fs', 'write'), tool('fs', 'read')])
    await catalog.replaceTools('db', [tool('db', 'query')])
    await catalog.replaceTools('fs', [tool('fs', 'stat')])
    expect((await catalog.tools()).map(({ id }) => id)).toEqual(['tool:db:query', 'tool:fs:stat'])
  })

  test('removes a server with its tools', async () => {
    const catalog = await open()
    await catalog.saveServer({ name: 'fs', description: '', kind: 'upstream', isQuarantined: true })
    await catalog.replaceTools('fs', [tool('fs', 'write')])
    await catalog.removeServer('fs')
    expect(await catalog.tools()).toEqual([])
    expect(await catalog.servers()).toEqual([])
  })

  test('keeps the last word about a server and a capability', async () => {
    const catalog = await open()
    const server = {
      name: 'fs',
      description: 'files',
      kind: 'upstream',
      isQuarantined: true,
    } as const
    await catalog.saveServer(server)
    await catalog.saveServer({ ...server, isQuarantined: false, era: 'legacy', lastSeenAt: 5 })
    await catalog.saveCapability(capability)
    await catalog.saveCapability({ ...capability, isPinned: true })
    expect(await catalog.servers()).toEqual([
      { ...server, isQuarantined: false, era: 'legacy', lastSeenAt: 5 },
    ])
    expect(await catalog.capabilities()).toEqual([{ ...capability, isPinned: true }])
    await catalog.removeCapability('cap:report')
    expect(await catalog.capabilities()).toEqual([])
  })

  test('gives the newest traces, oldest of them first', async () => {
    const catalog = await open()
    await catalog.appendTraces([trace(1), trace(2)])
    await catalog.appendTraces([trace(3)])
    expect(await catalog.traces(2)).toEqual([trace(2), trace(3)])
    expect(await catalog.traces(10)).toHaveLength(3)
  })

  test('forgets the oldest traces beyond those to keep, a few at a time', async () => {
    const catalog = await open()
    expect(await catalog.sweepTraces(3, 10)).toBe(0)
    await catalog.appendTraces([1, 2, 3, 4, 5, 6].map(trace))
    const { traces } = await catalog.version()
    expect(await catalog.sweepTraces(3, 2)).toBe(2)
    expect(await catalog.traces(10)).toEqual([3, 4, 5, 6].map(trace))
    expect(await catalog.sweepTraces(3, 10)).toBe(1)
    expect(await catalog.sweepTraces(3, 10)).toBe(0)
    expect(await catalog.traces(10)).toEqual([4, 5, 6].map(trace))
    expect((await catalog.version()).traces).toBe(traces)
    await catalog.appendTraces([trace(7)])
    expect(await catalog.traces(10)).toEqual([4, 5, 6, 7].map(trace))
    expect((await catalog.version()).traces).toBeGreaterThan(traces)
  })

  test('moves the version of the part that changed, and only that', async () => {
    const catalog = await open()
    const start = await catalog.version()
    await catalog.appendTraces([trace(1)])
    const afterTrace = await catalog.version()
    expect(afterTrace).toEqual({ ...start, traces: start.traces + 1 })
    await catalog.replaceTools('fs', [])
    const afterTools = await catalog.version()
    expect(afterTools).toEqual({ ...afterTrace, tools: expect.any(Number) })
    expect(afterTools.tools).toBeGreaterThan(afterTrace.tools)
    await catalog.removeCapability('cap:none')
    const afterCapability = await catalog.version()
    expect(afterCapability).toEqual({ ...afterTools, capabilities: expect.any(Number) })
    expect(afterCapability.capabilities).toBeGreaterThan(afterTools.capabilities)
  })
}

const proposal = {
  description: 'Does more',
  inputSchema: { type: 'object' },
  schemaHash: 'h2',
  textHash: 't2',
}
