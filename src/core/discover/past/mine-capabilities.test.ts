import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'
import { EngineError } from '../../../errors.ts'

const upstreams = () => ({
  crm: {
    tools: [
      listedTool('find', 'Find a customer', ['name']),
      listedTool('mail', 'Mail a customer', ['text']),
    ],
  },
})
const never = new AbortController().signal

async function afterRuns(count: number, success = true) {
  const stage = setDiscovery(upstreams())
  await stage.discovery.discover({ intent: 'anything' })
  for (let run = 0; run < count; run++)
    await stage.discovery.record({
      intent: `mail customer number ${run}`,
      tools: ['crm:find', 'crm:mail'],
      success,
      durationMs: 10,
    })
  return stage
}

test.each([
  { runs: 2, success: true, learned: 0 },
  { runs: 3, success: true, learned: 1 },
  { runs: 5, success: false, learned: 0 },
])(
  '$runs runs (success: $success) make $learned capabilities',
  async ({ runs, success, learned }) => {
    const { discovery } = await afterRuns(runs, success)
    expect(await discovery.capabilities.list()).toHaveLength(learned)
  },
)

test('a learned capability knows its inputs, its rate and its duration, and runs', async () => {
  const stage = await afterRuns(3)
  await stage.discovery.record({
    intent: 'mail customer',
    tools: ['crm:find', 'crm:mail'],
    success: false,
  })
  const [capability] = await stage.discovery.capabilities.list()
  expect(capability).toMatchObject({
    isLearned: true,
    summary: {
      inputs: ['name', 'text'],
      outputs: ['mail'],
      successRate: 0.75,
      avgDurationMs: 10,
      usageCount: 4,
    },
  })
  const id = capability?.id ?? ''
  const report = await stage.discovery.execute(
    { id, args: { name: 'Ann', text: 'hi' } },
    { source: 'test', caller: undefined, signal: never },
  )
  expect(report.status).toBe('success')
  expect(stage.calls).toEqual([
    { tool: 'crm:find', args: { name: 'Ann' } },
    { tool: 'crm:mail', args: { text: 'hi' } },
  ])
})

test('can be renamed, described, pinned, and forgotten for good', async () => {
  const stage = await afterRuns(3)
  const { capabilities } = stage.discovery
  const [first] = await capabilities.list()
  await capabilities.rename(first?.id ?? '', 'Mail Them')
  await capabilities.describe('cap:mail-them', 'Write to a customer')
  await capabilities.pin('cap:mail-them', true)
  expect(await capabilities.list()).toMatchObject([
    { id: 'cap:mail-them', intent: 'Write to a customer', isPinned: true },
  ])
  await capabilities.forget('cap:mail-them')
  await stage.discovery.record({
    intent: 'mail customer again',
    tools: ['crm:find', 'crm:mail'],
    success: true,
  })
  expect(await capabilities.list()).toEqual([])
  await expect(capabilities.pin('cap:mail-them', true)).rejects.toMatchObject({
    code: 'tool_not_found',
  })
})

test('a capability whose tool changed its schema is stale and does not run', async () => {
  const servers = upstreams()
  const stage = setDiscovery(servers)
  await stage.discovery.discover({ intent: 'anything' })
  for (const intent of ['a mail', 'b mail', 'c mail'])
    await stage.discovery.record({ intent, tools: ['crm:find', 'crm:mail'], success: true })
  const [capability] = await stage.discovery.capabilities.list()
  servers.crm.tools = [
    listedTool('find', 'Find a customer', ['name', 'city']),
    ...servers.crm.tools.slice(1),
  ]
  await stage.discovery.gateway.doctor()
  const { digest } = await stage.discovery.gateway.pending('crm')
  await stage.discovery.gateway.approve('crm', digest)
  const [stale] = await stage.discovery.capabilities.list()
  expect(stale?.summary.stale).toEqual(['crm:find'])
  await expect(
    stage.discovery.execute(
      { id: capability?.id, args: {} },
      { source: 'test', caller: undefined, signal: never },
    ),
  ).rejects.toMatchObject({ code: 'capability_stale' })
})

test('a run says what usually runs next, and only what often did', async () => {
  const stage = await afterRuns(3)
  const call = { source: 'test', caller: undefined, signal: never }
  const first = await stage.discovery.execute({ id: 'tool:crm:find', args: { name: 'Ann' } }, call)
  expect(first.usuallyNext).toEqual(['tool:crm:mail'])
  const last = await stage.discovery.execute({ id: 'tool:crm:mail', args: { text: 'hi' } }, call)
  expect(last).not.toHaveProperty('usuallyNext')
})

test('two runs are no habit, and a failed run leads nowhere', async () => {
  const call = { source: 'test', caller: undefined, signal: never }
  const { discovery } = await afterRuns(2)
  const report = await discovery.execute({ id: 'tool:crm:find', args: { name: 'Ann' } }, call)
  expect(report).not.toHaveProperty('usuallyNext')
  const failing = setDiscovery({
    crm: {
      ...upstreams().crm,
      call: () => Promise.reject(new EngineError('upstream_unreachable', 'away')),
    },
  })
  await failing.discovery.discover({ intent: 'anything' })
  for (let run = 0; run < 3; run++)
    await failing.discovery.record({
      intent: `mail customer ${run}`,
      tools: ['crm:find', 'crm:mail'],
      success: true,
    })
  const failed = await failing.discovery.execute({ id: 'tool:crm:find', args: { name: 'A' } }, call)
  expect(failed.status).not.toBe('success')
  expect(failed).not.toHaveProperty('usuallyNext')
})

test('learned workflows stand among the tools, and never crowd them out', async () => {
  const { discovery } = setDiscovery({})
  const names = ['find', 'mail', 'call', 'list', 'merge', 'score']
  const tools = names.map((name) => listedTool(name, `${name} a customer`, []))
  await discovery.register('crm', tools)
  for (const [at, name] of names.entries())
    for (const intent of ['a customer', 'the customer', 'one customer'])
      await discovery.record({
        intent: `${name} ${intent} and go on`,
        tools: [`crm:${name}`, `crm:${names[(at + 1) % names.length]}`],
        success: true,
      })
  const typesOf = async (type?: 'capability'): Promise<readonly string[]> => {
    const filter = type ? { filter: { type } } : {}
    const { results } = await discovery.discover({ intent: 'mail a customer', limit: 5, ...filter })
    return results.map((result) => result.type)
  }
  const mixed = await typesOf()
  expect(mixed).toHaveLength(5)
  expect(mixed.filter((type) => type === 'capability')).toHaveLength(1)
  expect(new Set(await typesOf('capability'))).toEqual(new Set(['capability']))
})
