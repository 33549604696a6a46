import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  commands,
  type Found,
  folderWith,
  homeWith,
  startEverythingOverHttp,
  startGateway,
} from './gateway-stage.ts'
import { runTamis } from './tamis.ts'

interface Ran {
  readonly status: string
  readonly result?: unknown
  readonly tasks: readonly {
    id: string
    status: string
    output?: unknown
    error?: { code: string }
  }[]
  readonly failedTask?: string
  readonly recoverable?: readonly string[]
  readonly error?: { code: string }
}

test('finds and runs tools of the reference servers, over stdio and HTTP', async () => {
  const folder = folderWith({ 'notes.txt': 'the quick brown fox' })
  const daemon = await startGateway({
    everything: { url: await startEverythingOverHttp() },
    fs: { args: commands.filesystem(folder) },
    memory: { args: commands.memory },
    thinking: { args: commands.thinking },
  })
  const best = async (intent: string): Promise<string | undefined> =>
    (await daemon.call<Found>('discover', { intent, limit: 1 })).results[0]?.id

  expect(await best('echo back a message')).toBe('tool:everything:echo')
  expect(await best('read the contents of a text file')).toBe('tool:fs:read_text_file')
  expect(await best('create entities in the knowledge graph')).toBe('tool:memory:create_entities')
  expect(await best('think step by step and revise thoughts')).toBe(
    'tool:thinking:sequentialthinking',
  )

  const echo = await daemon.call<Ran>('execute', {
    id: 'tool:everything:echo',
    args: { message: 'hi' },
  })
  expect(JSON.stringify(echo.result)).toContain('Echo: hi')
  const read = await daemon.call<Ran>('execute', {
    id: 'fs:read_text_file',
    args: { path: join(folder, 'notes.txt') },
  })
  expect(JSON.stringify(read.result)).toContain('quick brown fox')
})

test('runs a workflow across servers, feeding outputs by path, and learns from it', async () => {
  const folder = folderWith({ 'a.txt': 'alpha' })
  const daemon = await startGateway({
    everything: { args: commands.everything },
    fs: { args: commands.filesystem(folder), confirm_destructive: false },
  })
  await daemon.call('discover', { intent: 'anything' })
  const run = {
    intent: 'copy the words of the alpha file into a summary',
    dag: {
      tasks: [
        { id: 'read', tool: 'fs:read_text_file', arguments: { path: join(folder, 'a.txt') } },
        { id: 'sum', tool: 'everything:get-sum', arguments: { a: 2, b: 3 } },
        {
          id: 'write',
          tool: 'fs:write_file',
          arguments: { path: join(folder, 'b.txt'), content: { $ref: 'read.content' } },
          dependsOn: ['sum'],
        },
      ],
    },
  }
  const report = await daemon.call<Ran>('execute', run)
  expect(report.tasks.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
  expect(readFileSync(join(folder, 'b.txt'), 'utf8')).toBe('alpha')

  await daemon.call('execute', run)
  await daemon.call('execute', run)
  const { results } = await daemon.call<Found>('discover', {
    intent: 'copy words of a file into a summary',
    filter: { type: 'capability' },
  })
  expect(results[0]?.id).toMatch(/^cap:/)
  const learned = await daemon.call<{ results: { because?: string }[] }>('discover', {
    intent: 'copy the words of the alpha file into a summary',
    filter: { type: 'tool' },
  })
  expect(learned.results[0]?.because).toMatch(/because \d+ similar intents used it/)
  const again = await daemon.call<Ran>('execute', {
    capabilityId: results[0]?.id,
    args: { read_path: join(folder, 'a.txt'), write_path: join(folder, 'c.txt'), a: 1, b: 2 },
  })
  expect(again.status).toBe('success')
  expect(readFileSync(join(folder, 'c.txt'), 'utf8')).toBe('alpha')
})

test('checks every argument before anything runs, and asks before destruction', async () => {
  const folder = folderWith({})
  const target = join(folder, 'b.txt')
  const daemon = await startGateway({ fs: { args: commands.filesystem(folder) } })
  await daemon.call('discover', { intent: 'anything' })
  const write = { id: 'first', tool: 'fs:write_file', arguments: { path: target, content: 'x' } }
  const wrong = {
    id: 'second',
    tool: 'fs:read_text_file',
    arguments: { path: 7 },
    dependsOn: ['first'],
  }
  const unchecked = await daemon.call<Ran>('execute', {
    dag: { tasks: [write, wrong] },
    confirm: true,
  })
  expect(unchecked.error?.code).toBe('args_invalid')
  const unconfirmed = await daemon.call<Ran>('execute', { dag: { tasks: [write] } })
  expect(unconfirmed.error?.code).toBe('confirm_needed')
  expect(() => readFileSync(target)).toThrow()
  const confirmed = await daemon.call<Ran>('execute', { dag: { tasks: [write] }, confirm: true })
  expect(confirmed.status).toBe('success')
})

test('keeps partial results and names the task that failed', async () => {
  const folder = folderWith({ 'a.txt': 'alpha' })
  const daemon = await startGateway({ fs: { args: commands.filesystem(folder) } })
  await daemon.call('discover', { intent: 'anything' })
  const task = (id: string, file: string, dependsOn: string[] = []) => ({
    id,
    tool: 'fs:read_text_file',
    arguments: { path: join(folder, file) },
    dependsOn,
  })
  const report = await daemon.call<Ran>('execute', {
    dag: {
      tasks: [
        task('good', 'a.txt'),
        task('bad', 'missing.txt', ['good']),
        task('later', 'a.txt', ['bad']),
      ],
    },
  })
  expect(report).toMatchObject({ status: 'failed', failedTask: 'bad' })
  expect(report.tasks.map(({ id, status }) => [id, status])).toEqual([
    ['good', 'success'],
    ['bad', 'failed'],
    ['later', 'skipped'],
  ])
  expect(JSON.stringify(report.tasks[0]?.output)).toContain('alpha')
})

test('a command runs a tool without a word of its own, and ends with 1 when the tool failed', async () => {
  const folder = folderWith({ 'a.txt': 'alpha' })
  const home = homeWith({ fs: { args: commands.filesystem(folder) } })
  const execute = (path: string) =>
    runTamis([
      ...['execute', 'tool:fs:read_text_file', '--args', JSON.stringify({ path })],
      ...['--quiet', '--home', home],
    ])
  expect((await runTamis(['gateway', 'doctor', '--home', home])).code).toBe(0)
  const unknown = await runTamis(['gateway', 'pending', 'nope', '--home', home])
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('No upstream is called nope'),
  ])
  const read = await execute(join(folder, 'a.txt'))
  expect(read).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(read.stdout)).toMatchObject({ result: { content: 'alpha' } })
  const refused = await execute('/etc/hostname')
  expect(refused).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'failed', failedTask: 'call' })
}, 60_000)

test('answers from the catalog after a restart, before any upstream is up', async () => {
  const folder = folderWith({})
  const first = await startGateway({ fs: { args: commands.filesystem(folder) } })
  await first.call('discover', { intent: 'read a file' })
  await first.stop()
  const second = await startGateway({}, { home: first.home })
  const { results } = await second.call<Found>('discover', { intent: 'read a text file', limit: 1 })
  expect(results[0]?.id).toMatch(/^tool:fs:read_/)
  const { servers } = await second.call<{ servers: { state: string; tools: number }[] }>(
    'gateway.list',
  )
  expect(servers).toMatchObject([{ state: 'stopped', tools: 14 }])
})

test('takes servers and tools whatever they are called, and finds them by those names', async () => {
  const daemon = await startGateway({})
  const server = "Food & Drink: O'Neill/recipes (v2)"
  const tool = { name: 'Search a Grocery', description: 'Look for groceries by name' }
  await daemon.call('catalog.register', { server, tools: [tool] })
  const id = `tool:${server}:${tool.name}`
  const found = await daemon.call('discover', { intent: 'which groceries are there' })
  expect(found.results?.[0]).toMatchObject({ id })
  expect(await daemon.call('details', { id })).toMatchObject({ id, type: 'tool' })
  const filter = { servers: [server] }
  const filtered = await daemon.call('discover', { intent: id, filter })
  expect(filtered.results?.[0]).toMatchObject({ id })
  await daemon.call('trace.record', {
    intent: 'cook',
    tools: [`${server}:${tool.name}`],
    success: true,
  })
  const recorded = await daemon.call('trace.record', {
    intent: 'cook',
    tools: [tool.name],
    success: true,
  })
  expect(recorded.tools).toEqual([id])
})

test('takes tools and runs from elsewhere over HTTP', async () => {
  const daemon = await startGateway({})
  await daemon.call('catalog.register', {
    server: 'crm',
    tools: [
      {
        name: 'find_customer',
        description: 'Find a customer by name',
        inputSchema: { type: 'object' },
      },
      { name: 'send_offer', description: 'Mail an offer', inputSchema: { type: 'object' } },
    ],
  })
  await daemon.call('trace.record', {
    intent: 'make the quarterly proposal for acme',
    tools: ['send_offer'],
    success: true,
    duration_ms: 12,
  })
  const { results } = await daemon.call<Found>('discover', {
    intent: 'quarterly proposal for contoso',
    limit: 1,
  })
  expect(results[0]).toMatchObject({
    id: 'tool:crm:send_offer',
    because: 'because a similar intent used it',
  })
  const ran = await daemon.call<Ran>('execute', { id: 'tool:crm:send_offer', args: {} })
  expect(ran.error?.code).toBe('tool_not_callable')
})
