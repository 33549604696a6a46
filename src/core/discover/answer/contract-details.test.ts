import { expect, test } from 'vitest'
import { listedTool, setDiscovery, tokenizer } from '../../../../test/support/discovery-stage.ts'
import { setSalesCatalog } from '../../../../test/support/sales-stage.ts'
import { EngineError } from '../../../errors.ts'
import { extractStep } from '../catalog/pipeline.ts'
import { budgets, disclose, ofMore } from './disclose.ts'

const call = { source: 'test', caller: undefined, signal: new AbortController().signal }

test('a minimal suggestion says that it is one, and of what', async () => {
  const { discovery } = await setSalesCatalog()
  for (const intent of ['read users', 'read orders', 'read stock'])
    await discovery.record({ intent, tools: ['db:query', 'cache:get'], success: true })
  const { results } = await discovery.discover({
    ...{ intent: 'tool:db:query', verbosity: 'minimal', limit: 1 },
    includeCoOccurrences: true,
  })
  expect(results[1]).toMatchObject({
    ...{ id: 'tool:cache:get', suggestionReason: 'co-occurrence' },
    ...{ coOccurrenceWith: 'db:query', coOccurrenceStrength: expect.any(Number) },
  })
})

test('a suggestion with long names keeps why it is one', async () => {
  const long = (name: string) => `some-server:${name.repeat(3)}`
  const [shown] = await disclose(
    tokenizer,
    [
      {
        ...{ id: `tool:${long('read_many_')}`, type: 'tool', intent: 'x '.repeat(200), score: 0.4 },
        ...{ suggestionReason: 'co-occurrence', coOccurrenceStrength: 0.5 },
        coOccurrenceWith: long('list_every_'),
      },
    ],
    'minimal',
  )
  expect(shown).toMatchObject({ coOccurrenceWith: long('list_every_'), coOccurrenceStrength: 0.5 })
  const [tokens] = await tokenizer.count([JSON.stringify(shown)])
  expect(tokens).toBeLessThanOrEqual(budgets.minimal + ofMore)
})

test('a summary names the tools that are used, however long its workflow', async () => {
  const { discovery } = await setSalesCatalog()
  const tasks = Array.from({ length: 30 }, (_, at) => ({
    ...{ id: `t${at}`, tool: `db:a_tool_with_a_long_name_${at}`, arguments: {} },
    dependsOn: at === 0 ? [] : [`t${at - 1}`],
  }))
  await discovery.capabilities.register({ name: 'long', intent: 'A long one', dag: { tasks } })
  const { results } = await discovery.discover({ intent: 'cap:long' })
  expect(results[0]?.summary?.toolsUsed?.[0]).toBe('db:a_tool_with_a_long_name_0')
})

test('a step asks for the parameters of its tools, not for names made up from others', () => {
  const task = (id: string, args: object, dependsOn: string[] = []) => ({
    ...{ id, tool: `x:${id}`, arguments: { ...args }, dependsOn },
  })
  const dag = {
    tasks: [
      task('find', {}),
      task('mail', { to: { $ref: 'find.0.owner.mail' }, body: { $ref: '$input.body' } }, ['find']),
    ],
  }
  expect(extractStep(dag, 2)?.tasks[0]?.arguments).toEqual({
    to: { $ref: '$input.to' },
    body: { $ref: '$input.body' },
  })
})

test('a tool shows what it was used for', async () => {
  const { discovery } = await setSalesCatalog()
  expect(await discovery.details('tool:db:query', {})).not.toHaveProperty('examples')
  await discovery.record({ intent: 'count the users', tools: ['db:query'], success: true })
  await discovery.record({ intent: 'drop the users', tools: ['db:query'], success: false })
  expect((await discovery.details('tool:db:query', {})).examples).toEqual(['count the users'])
})

test('a capability has no success rate before its first run, and failures count', async () => {
  const { discovery } = await setSalesCatalog()
  const rate = async () => (await discovery.details('cap:sales-analysis', {})).summary
  expect(await rate()).not.toHaveProperty('successRate')
  await discovery.execute(
    { id: 'cap:sales-analysis', args: { dateRange: '2026', regionFilter: 'all' } },
    call,
  )
  expect(await rate()).toMatchObject({ successRate: 1, usageCount: 1 })
  const broken = setDiscovery({
    a: {
      tools: [listedTool('one', 'Do one'), listedTool('two', 'Do two')],
      call(tool) {
        if (tool === 'two') throw new EngineError('server_refused', 'broken')
        return {}
      },
    },
  })
  const tasks = ['one', 'two'].map((name, at) => ({
    ...{ id: name, tool: `a:${name}`, arguments: {}, dependsOn: at === 0 ? [] : ['one'] },
  }))
  await broken.discovery.capabilities.register({ name: 'both', intent: 'x', dag: { tasks } })
  await broken.discovery.execute({ id: 'cap:both' }, call)
  const [listed] = await broken.discovery.capabilities.list()
  expect(listed?.summary).toMatchObject({ successRate: 0, usageCount: 1 })
})

test('a learned capability has the history of the runs it was learned from', async () => {
  const { discovery, catalog } = await setSalesCatalog()
  for (const intent of ['users into cache', 'orders into cache', 'stock into cache'])
    await discovery.record({ intent, tools: ['db:query', 'cache:get'], success: true })
  const learned = (await catalog.capabilities()).find(({ isLearned }) => isLearned)
  const { invocationHistory } = await discovery.details(learned?.id ?? '', {})
  expect(invocationHistory?.map(({ intent }) => intent)).toEqual([
    ...['users into cache', 'orders into cache', 'stock into cache'],
  ])
})

test('a server of a filter that nobody knows is named, with the one that was meant', async () => {
  const { discovery } = await setSalesCatalog()
  const asked = { intent: 'read a value', filter: { servers: ['cahce', 'nowhere at all'] } }
  const { meta, warnings, results } = await discovery.discover(asked)
  expect(results).toEqual([])
  expect(meta.didYouMean).toBe('cache')
  expect(warnings).toEqual(['No server is called cahce', 'No server is called nowhere at all'])
})

test.each(['tool:mail:send', 'mail:send', 'send'])(
  'what is configured is detailed and callable as %s before anybody searched',
  async (id) => {
    const stage = () => setDiscovery({ mail: { tools: [listedTool('send', 'Send a mail')] } })
    expect((await stage().discovery.details(id, {})).id).toBe('tool:mail:send')
    expect((await stage().discovery.execute({ id }, call)).status).toBe('success')
  },
)
