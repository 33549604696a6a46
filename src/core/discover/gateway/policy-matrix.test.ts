import { expect, test } from 'vitest'
import {
  type DiscoveryStage,
  listedTool,
  setDiscovery,
} from '../../../../test/support/discovery-stage.ts'
import { EngineError } from '../../../errors.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { PolicyRule } from './policy.ts'

/** Who comes, as the door knows them. */
const roles: Readonly<Record<string, Caller | undefined>> = {
  nobody: undefined,
  dev: { name: 'dev', scope: 'write', namespace: 'default' },
  ci: { name: 'ci', scope: 'write', namespace: 'default' },
  'ci of blue': { name: 'ci', scope: 'write', namespace: 'blue' },
  bot: { name: 'bot-7', scope: 'write', namespace: 'default' },
  admin: { name: 'admin', scope: 'admin', namespace: 'default' },
}

const rules: readonly PolicyRule[] = [
  { tokens: ['bot-*'], servers: ['files'], tools: ['read_*'], effect: 'allow' },
  { tokens: ['bot-*'], effect: 'deny' },
  { tokens: ['ci'], servers: ['forge'], tools: ['delete_*'], effect: 'allow' },
  { servers: ['forge'], tools: ['delete_*'], effect: 'deny' },
  { servers: ['forge'], tools: ['merge'], effect: 'confirm' },
  { tokens: ['blue/*'], servers: ['forge'], effect: 'deny' },
]

const tools = {
  'files:read_text': { annotations: { readOnlyHint: true } },
  'files:write_text': { annotations: { destructiveHint: true } },
  'files:append_text': { annotations: { destructiveHint: false } },
  'files:untold': {},
  'forge:list_issues': { annotations: { readOnlyHint: true } },
  'forge:delete_issue': { annotations: { destructiveHint: true } },
  'forge:merge': { annotations: { readOnlyHint: true } },
  'shady:work': { annotations: { readOnlyHint: true } },
} as const

type Tool = keyof typeof tools
/** `ask`: pml_execute wants a confirm, clients are left to ask; `insist`: every door wants one. */
type Cell = 'run' | 'ask' | 'insist' | 'deny' | 'wait'

const usual: Readonly<Record<string, Readonly<Record<Tool, Cell>>>> = {
  nobody: table('run ask run run run deny insist wait'),
  dev: table('run ask run run run deny insist wait'),
  ci: table('run ask run run run run insist wait'),
  'ci of blue': table('run ask run run deny deny insist wait'),
  bot: table('run deny deny deny deny deny deny wait'),
  admin: table('run ask run run run deny insist wait'),
}

const strict: typeof usual = {
  nobody: table('run ask run ask run deny insist wait'),
  dev: table('run ask run ask run deny insist wait'),
  ci: table('run ask run ask run run insist wait'),
  'ci of blue': table('run ask run ask deny deny insist wait'),
  bot: table('run deny deny deny deny deny deny wait'),
  admin: table('run ask run ask run deny insist wait'),
}

function table(cells: string): Readonly<Record<Tool, Cell>> {
  const all = cells.split(' ') as Cell[]
  return Object.fromEntries(
    Object.keys(tools).map((tool, index) => [tool, all[index] ?? 'deny']),
  ) as Record<Tool, Cell>
}

/** Requests that are no tool calls, and who gets an answer from which server. */
const methods = ['resources/read', 'prompts/get', 'completion/complete', 'vendor/anything']
const answered: Readonly<Record<string, readonly string[]>> = {
  nobody: ['files', 'forge'],
  dev: ['files', 'forge'],
  ci: ['files', 'forge'],
  'ci of blue': ['files'],
  bot: [],
  admin: ['files', 'forge'],
}
const codeOfServer: Readonly<Record<string, string>> = {
  files: 'policy_denied',
  forge: 'policy_denied',
  shady: 'tool_not_callable',
}

function stage(isStrict: boolean, more: readonly PolicyRule[] = []): DiscoveryStage {
  const of = (server: string) => ({
    tools: Object.entries(tools)
      .filter(([id]) => id.startsWith(`${server}:`))
      .map(([id, facts]) => listedTool(id.split(':')[1] ?? '', `Does ${id}`, ['text?'], facts)),
    call: () => ({ text: 'x'.repeat(1500) }),
  })
  return setDiscovery(
    { files: of('files'), forge: of('forge'), shady: of('shady') },
    {
      quarantined: new Set(['shady']),
      policy: () => ({ isStrict, rules: [...more, ...rules] }),
    },
  )
}

async function outcome(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'run'
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return error.code
  }
}

const executed: Record<Cell, string> = {
  run: 'run',
  ask: 'confirm_needed',
  insist: 'confirm_needed',
  deny: 'policy_denied',
  wait: 'tool_not_callable',
}
const confirmed: Record<Cell, string> = { ...executed, ask: 'run', insist: 'run' }
const forwarded: Record<Cell, string> = { ...executed, ask: 'run' }
const isListed = (cell: Cell): boolean => cell !== 'deny' && cell !== 'wait'

const cells = [
  { name: 'usual', isStrict: false, expected: usual },
  { name: 'strict', isStrict: true, expected: strict },
].flatMap(({ name, isStrict, expected }) =>
  Object.entries(expected).flatMap(([role, row]) =>
    Object.entries(row).map(([tool, cell]) => ({ name, isStrict, role, tool, cell })),
  ),
)

test.each(cells)(
  '$name policy, $role, $tool: $cell at every door',
  async ({ isStrict, role, tool, cell }) => {
    const caller = roles[role]
    const { discovery } = stage(isStrict)
    const { forwarding } = discovery
    await discovery.discover({ intent: 'anything' })
    const [server = '', name = ''] = tool.split(':')
    const call = { source: 'test', caller, signal: new AbortController().signal }
    const execute = (confirm: boolean) =>
      discovery.execute({ id: `tool:${tool}`, args: {}, confirm }, call)
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: {} },
    }
    const namesOf = (list: unknown): readonly string[] =>
      (list as { tools: readonly { name: string }[] }).tools.map((one) => one.name)
    const relay = forwarding.relay(server, call)
    const listing = async (): Promise<string> => {
      const listed = Object.keys(tools)
        .filter((id) => id.startsWith(`${server}:`))
        .map((id) => ({ name: id.split(':')[1], description: `Does ${id}`, inputSchema: schema }))
      const reviewed = await relay.review({ jsonrpc: '2.0', id: 1, result: { tools: listed } })
      return String(namesOf(reviewed.result as JsonObject).includes(name))
    }
    const found = await discovery.discover({ intent: `tool:${tool}`, limit: 50 }, undefined, call)
    const shown = await forwarding.shownTools(caller)

    expect(await outcome(() => execute(false))).toBe(executed[cell])
    expect(await outcome(() => execute(true))).toBe(confirmed[cell])
    expect(await outcome(() => relay.check(message))).toBe(forwarded[cell])
    expect(await outcome(() => forwarding.rpc(server, 'tools/call', message.params, call))).toBe(
      forwarded[cell],
    )
    if (isListed(cell))
      expect(await outcome(async () => forwarding.callShown(`${server}__${name}`, {}, call))).toBe(
        forwarded[cell],
      )
    else expect(await forwarding.callShown(`${server}__${name}`, {}, call)).toBeUndefined()
    expect({
      discover: found.results.some(({ id }) => id === `tool:${tool}`),
      details: (await outcome(() => discovery.details(`tool:${tool}`, {}, caller))) === 'run',
      transparent: shown.some((one) => one.name === `${server}__${name}`),
      relay: await listing(),
    }).toEqual({
      discover: isListed(cell),
      details: isListed(cell),
      transparent: isListed(cell),
      relay: String(isListed(cell)),
    })
  },
)

const schema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: [],
}

test.each(
  Object.entries(answered).flatMap(([role, allowed]) =>
    Object.keys(codeOfServer).flatMap((server) =>
      methods.map((method) => ({ role, server, method, isAnswered: allowed.includes(server) })),
    ),
  ),
)('$role asks $server for $method: $isAnswered', async ({ role, server, method, isAnswered }) => {
  const { discovery } = stage(false)
  await discovery.discover({ intent: 'anything' })
  const call = { source: 'test', caller: roles[role], signal: new AbortController().signal }
  const expected = isAnswered ? 'run' : codeOfServer[server]
  const { forwarding } = discovery
  expect(await outcome(() => forwarding.rpc(server, method, {}, call))).toBe(expected)
  const message = { jsonrpc: '2.0', id: 1, method, params: {} }
  expect(await outcome(() => forwarding.relay(server, call).check(message))).toBe(expected)
})

test('a client shakes hands with a server of which it may use some tools, and with no other', async () => {
  const { discovery } = stage(false)
  await discovery.discover({ intent: 'anything' })
  const call = { source: 'test', caller: roles.bot }
  const hello = { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }
  const shake = (server: string) =>
    outcome(() => discovery.forwarding.relay(server, call).check(hello))
  expect(await shake('files')).toBe('run')
  expect(await shake('forge')).toBe('policy_denied')
  expect(await shake('shady')).toBe('run')
})

test('a workflow that holds a tool somebody may not use is hidden from them and does not run', async () => {
  const { discovery } = stage(false)
  await discovery.discover({ intent: 'anything' })
  const task = (id: string, tool: string) => ({ id, tool, arguments: {}, dependsOn: [] })
  const { id } = await discovery.capabilities.register({
    name: 'clean-up',
    intent: 'clean up old issues',
    dag: { tasks: [task('a', 'forge:list_issues'), task('b', 'forge:delete_issue')] },
  })
  const seen = async (caller: Caller | undefined): Promise<boolean> => {
    const visitor = { source: 'test', caller }
    const { results } = await discovery.discover({ intent: id }, undefined, visitor)
    return results.some((result) => result.id === id)
  }
  const run = (caller: Caller | undefined) =>
    outcome(() =>
      discovery.execute(
        { id, confirm: true },
        { source: 'test', caller, signal: new AbortController().signal },
      ),
    )
  expect([await seen(roles.ci), await run(roles.ci)]).toEqual([true, 'run'])
  expect([await seen(roles.dev), await run(roles.dev)]).toEqual([false, 'policy_denied'])
})

test('a tool is called as often as its rule says, by each caller, at all doors together', async () => {
  const { discovery, clock } = stage(false, [{ tools: ['read_*'], callsPerMinute: 2 }])
  await discovery.discover({ intent: 'anything' })
  const { forwarding } = discovery
  const by = (caller: Caller | undefined) => ({
    source: 'test',
    caller,
    signal: new AbortController().signal,
  })
  const params = { name: 'read_text', arguments: {} }
  const rpc = (who: string) =>
    outcome(() => forwarding.rpc('files', 'tools/call', params, by(roles[who])))
  const relayed = () =>
    outcome(() =>
      forwarding
        .relay('files', by(roles.dev))
        .check({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    )
  const executed = async (): Promise<unknown> => {
    const { tasks } = await discovery.execute({ id: 'tool:files:read_text' }, by(roles.dev))
    return tasks?.[0]?.error?.code ?? 'run'
  }
  expect(await rpc('dev')).toBe('run')
  expect(await executed()).toBe('run')
  expect([await rpc('dev'), await executed(), await relayed()]).toEqual([
    'rate_limited',
    'rate_limited',
    'rate_limited',
  ])
  expect([await rpc('ci'), await rpc('admin')]).toEqual(['run', 'run'])
  clock.now += 30_000
  expect([await relayed(), await relayed()]).toEqual(['run', 'rate_limited'])
})

test('arguments over the length of a rule are not sent, and results over it are shortened, at every door', async () => {
  const { discovery, calls } = stage(false, [
    { tools: ['read_*'], maxArgumentChars: 40, maxStringChars: 600 },
  ])
  await discovery.discover({ intent: 'anything' })
  const { forwarding } = discovery
  const call = { source: 'test', caller: roles.dev, signal: new AbortController().signal }
  const long = { text: 'y'.repeat(50) }
  const relay = forwarding.relay('files', call)
  const check = (id: number, args: JsonObject) =>
    relay.check({ id, method: 'tools/call', params: { name: 'read_text', arguments: args } })
  const doors = [
    (args: JsonObject) => discovery.execute({ id: 'tool:files:read_text', args }, call),
    (args: JsonObject) =>
      forwarding.rpc('files', 'tools/call', { name: 'read_text', arguments: args }, call),
    (args: JsonObject) => forwarding.callShown('files__read_text', args, call),
  ]
  for (const door of doors) {
    expect(await outcome(() => door(long))).toBe('args_invalid')
    expect(JSON.stringify(await door({})).length).toBeLessThan(1400)
  }
  expect(calls).toHaveLength(doors.length)
  expect(await outcome(() => check(1, long))).toBe('args_invalid')
  await check(2, {})
  const answer = { content: [{ type: 'text', text: 'x'.repeat(1500) }] }
  const reviewed = async (id: number) =>
    JSON.stringify(await relay.review({ jsonrpc: '2.0', id, result: answer })).length
  expect(await reviewed(2)).toBeLessThan(1400)
  expect(await reviewed(3)).toBeGreaterThan(1500)
})

test.each(['tool:forge:delete_issue', 'forge:delete_issue', 'delete_issue'])(
  'what may not be called is not shown, however it is written: %s',
  async (written) => {
    const { discovery } = stage(true)
    await discovery.discover({ intent: 'anything' })
    expect(await discovery.details(written, {}, roles.ci)).toMatchObject({
      id: 'tool:forge:delete_issue',
    })
    const hidden = discovery.details(written, {}, roles.dev)
    await expect(hidden).rejects.not.toMatchObject({ id: expect.anything() })
  },
)

test('details say what a call will ask, and show a tool that says nothing as destructive', async () => {
  const { discovery } = stage(true)
  await discovery.discover({ intent: 'anything' })
  expect(await discovery.details('tool:files:untold', {}, roles.dev)).toMatchObject({
    annotations: { readOnlyHint: false, destructiveHint: true },
    call: { effect: 'confirm', by: 'annotations' },
  })
  expect(await discovery.details('tool:forge:merge', {}, roles.dev)).toMatchObject({
    annotations: { readOnlyHint: true, destructiveHint: false },
    call: { effect: 'confirm', by: 'rule', why: 'rule 5 of gateway.rules says confirm to dev' },
  })
  const shown = await discovery.forwarding.shownTools(roles.dev)
  expect(shown.find(({ name }) => name === 'files__untold')?.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
  })
})

test('the forwarded list has what a caller may use, and nothing else', async () => {
  const { discovery } = stage(false)
  const list = async (server: string, role: string) => {
    const call = { source: 'test', caller: roles[role], signal: new AbortController().signal }
    const { tools: listed } = (await discovery.forwarding.rpc(server, 'tools/list', {}, call)) as {
      tools: readonly { name: string }[]
    }
    return listed.map(({ name }) => name)
  }
  expect(await list('forge', 'dev')).toEqual(['list_issues', 'merge'])
  expect(await list('forge', 'ci')).toEqual(['list_issues', 'delete_issue', 'merge'])
  expect(await list('files', 'bot')).toEqual(['read_text'])
  expect(await list('shady', 'admin')).toEqual([])
})

test('the dry run says of each tool what the doors do, and calls nothing', async () => {
  const { discovery, calls } = stage(false)
  const lines = await discovery.gateway.checkPolicy(roles.bot, { server: 'files' })
  expect(lines.map(({ tool, effect, by }) => [tool, effect, by])).toEqual([
    ['read_text', 'allow', 'rule'],
    ['write_text', 'deny', 'rule'],
    ['append_text', 'deny', 'rule'],
    ['untold', 'deny', 'rule'],
    [undefined, 'deny', 'rule'],
  ])
  const waiting = await discovery.gateway.checkPolicy(roles.dev, { tool: 'work' })
  expect(waiting).toMatchObject([{ server: 'shady', tool: 'work', effect: 'deny', by: 'approval' }])
  expect(calls).toEqual([])
})

test('a tool that a rule hides is not named to who mistyped it', async () => {
  const { discovery } = stage(false)
  await discovery.discover({ intent: 'anything' })
  const id = 'tool:forge:delete_isue'
  const { signal } = new AbortController()
  const named = async (caller: Caller | undefined): Promise<readonly string[]> => {
    const call = { source: 'test', caller, signal }
    const found = await discovery.discover({ intent: id }, undefined, call)
    const refusals = [
      () => discovery.details(id, {}, caller),
      () => discovery.execute({ id, confirm: true }, call),
    ].map((work) => work().then(String, (error: EngineError) => error.hint ?? ''))
    return [found.meta.didYouMean ?? '', ...(await Promise.all(refusals))]
  }
  for (const said of await named(roles.ci)) expect(said).toContain('tool:forge:delete_issue')
  for (const said of await named(roles.dev)) expect(said).not.toContain('delete_issue')
})
