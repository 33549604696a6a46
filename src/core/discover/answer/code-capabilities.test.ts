import { expect, test } from 'vitest'
import { setDiscovery } from '../../../../test/support/discovery-stage.ts'
import { quickjsSandbox } from '../../../adapters/quickjs/sandbox.ts'
import type { Caller } from '../../../ports/caller.ts'

const sandbox = quickjsSandbox()
const path = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const send = {
  type: 'object',
  properties: { to: { type: 'string' }, text: { type: 'string' }, how: { enum: ['mail', 'chat'] } },
  required: ['to', 'text'],
}

function stage() {
  return setDiscovery(
    {
      files: {
        tools: [
          { name: 'list', description: 'Lists the files of a folder', inputSchema: path },
          { name: 'read', description: 'Reads a file', inputSchema: path },
        ],
        call: (tool, args) =>
          tool === 'list'
            ? { files: [`${args.path}/first.md`, `${args.path}/second.md`] }
            : { content: `text of ${args.path}` },
      },
      post: {
        tools: [{ name: 'send', description: 'Sends a letter', inputSchema: send }],
        call: () => 'sent',
      },
    },
    {},
    { sandbox },
  )
}

const person = (name: string): Caller => ({ name, scope: 'write', namespace: 'default' })
const by = (caller?: Caller) => ({
  source: 'test',
  caller,
  signal: new AbortController().signal,
})

const script = (folder: string, to: string): string => `
  // for ${to}
  const { files } = await tools.files.list({ path: '${folder}' })
  const texts: string[] = []
  for (const path of files) texts.push((await tools.files.read({ path })).content)
  await tools.post.send({ to: '${to}', text: texts.join('\\n'), how: 'mail' })
  return texts.length`

test('a script that recurs is proposed to its caller: values are inputs, and calls are its workflow', async () => {
  const { discovery } = stage()
  const ada = person('ada')
  const intent = 'mail the texts of a folder'
  const ends = []
  for (const folder of ['docs', 'notes', 'plans'])
    ends.push(await discovery.execute({ code: script(folder, `${folder}-team`), intent }, by(ada)))
  expect(ends.map(({ proposed }) => proposed?.inputs)).toEqual([
    undefined,
    undefined,
    ['path', 'to'],
  ])
  const id = ends[2]?.proposed?.id ?? ''
  const details = await discovery.details(id, {}, ada)
  expect(details.source?.type).toBe('code')
  expect(details.source?.code).toContain("{ to: input.to, text: texts.join('\\n'), how: 'mail' }")
  expect(JSON.stringify(details)).not.toMatch(/plans|docs-team|notes/)
  expect(details.summary).toMatchObject({
    pipeline: [
      { step: 1, tools: ['files:list'] },
      { step: 2, tools: ['files:read'] },
      { step: 3, action: 'output', tools: ['post:send'] },
    ],
    toolsUsed: ['files:list', 'files:read', 'post:send'],
    inputs: ['path', 'to'],
    successRate: 1,
    usageCount: 3,
  })
  expect(details.reconstructedDAG?.tasks.map(({ dependsOn }) => dependsOn)).toEqual([
    [],
    ['t1'],
    ['t2'],
  ])
  const { usuallyNext } = await discovery.execute({ code: 'return 1', intent }, by(ada))
  expect(usuallyNext, 'nothing was called that something could follow').toBeUndefined()
})

test('it runs by its id with other values, needs each of them, and each step runs by itself', async () => {
  const { discovery, calls } = stage()
  let id = ''
  for (const folder of ['docs', 'notes', 'plans']) {
    const { proposed } = await discovery.execute({ code: script(folder, 'ada') }, by())
    id = proposed?.id ?? id
  }
  await expect(discovery.execute({ id, args: { path: 'x' } }, by())).rejects.toMatchObject({
    code: 'args_invalid',
    message: `${id} needs to`,
  })
  const ran = await discovery.execute({ id, args: { path: 'new', to: 'bob' } }, by())
  expect(ran).toMatchObject({ status: 'success', result: 2 })
  expect(calls.at(-1)).toMatchObject({ tool: 'post:send', args: { to: 'bob', how: 'mail' } })
  const [list] = await discovery.capabilities.list()
  expect(list?.summary).toMatchObject({ usageCount: 4, successRate: 1 })
  const details = await discovery.details(`${id}#step2`, {})
  const [input = ''] = details.summary.inputs ?? []
  const step = await discovery.execute({ id: `${id}#step2`, args: { [input]: 'one.md' } }, by())
  expect(step.result).toEqual({ content: 'text of one.md' })
})

test('nobody else sees it, runs it or changes it, until a person shares it', async () => {
  const { discovery } = stage()
  const [ada, bob] = [person('ada'), person('bob')]
  const intent = 'mail the texts of a folder to the quarterly reviewers'
  let id = ''
  for (const folder of ['docs', 'notes', 'plans']) {
    const { proposed } = await discovery.execute({ code: script(folder, 'x'), intent }, by(ada))
    id = proposed?.id ?? id
  }
  const found = async (caller?: Caller) => {
    const input = { intent, filter: { type: 'capability' as const } }
    const { results } = await discovery.discover(input, undefined, { source: 'test', caller })
    return results.map((one) => one.id)
  }
  expect(await found(ada)).toContain(id)
  for (const other of [bob, undefined]) {
    expect(await found(other)).toEqual([])
    expect(await discovery.capabilities.list(other)).toEqual([])
    await expect(discovery.details(id, {}, other)).rejects.toThrow()
    await expect(discovery.execute({ id, args: {} }, by(other))).rejects.toMatchObject({
      code: 'tool_not_found',
    })
    await expect(discovery.capabilities.forget(id, other)).rejects.toThrow('No capability')
  }
  const shared = await discovery.capabilities.share(id, 'mail-folder')
  expect(shared.id).toBe('cap:mail-folder')
  expect(await found(bob)).toContain('cap:mail-folder')
  const args = { path: 'p', to: 'bob' }
  expect(await discovery.execute({ id: shared.id, args }, by(bob))).toMatchObject({ result: 2 })
})

test('runs of two callers are not added up', async () => {
  const { discovery } = stage()
  const callers = [person('ada'), person('bob'), person('ada'), person('bob')]
  for (const caller of callers) {
    const { proposed } = await discovery.execute({ code: script('docs', 'x') }, by(caller))
    expect(proposed).toBeUndefined()
  }
})

test('a script that fails teaches nothing', async () => {
  const { discovery } = stage()
  const code = `await tools.files.list({ path: 'x' }); await tools.files.read({ path: 'y' }); throw new Error('no')`
  for (let turn = 0; turn < 4; turn++)
    expect(await discovery.execute({ code, intent: 'fail' }, by())).toMatchObject({
      status: 'failed',
      error: { code: 'code_failed', message: 'Error: no (line 1)' },
    })
  expect(await discovery.capabilities.list()).toEqual([])
})

test('code that somebody registers is outlined at once, runs, and is known by what it did', async () => {
  const { discovery } = stage()
  await discovery.tools()
  const code = `const { path } = input
    const { files } = await tools.files.list({ path })
    return (await tools['files']['read']({ path: files[input.at ?? 0] })).content`
  const made = await discovery.capabilities.register({
    name: 'first text',
    intent: 'Read the first file of a folder',
    code,
  })
  expect(made.inputs).toEqual(['at', 'path'])
  const before = await discovery.details('cap:first-text', {})
  expect(before.summary.pipeline?.map(({ tools }) => tools)).toEqual([
    ['files:list'],
    ['files:read'],
  ])
  expect(before.summary.successRate).toBeUndefined()
  const ran = await discovery.execute({ id: 'cap:first-text', args: { path: 'docs' } }, by())
  expect(ran.result).toBe('text of docs/first.md')
  const after = await discovery.details('cap:first-text', {})
  expect(after.reconstructedDAG?.tasks[1]?.arguments).toEqual({ path: { $ref: 't1.files.0' } })
  expect(after.summary).toMatchObject({ usageCount: 1, successRate: 1 })
})

test('a run that was confirmed goes on for its own caller alone', async () => {
  const { discovery, calls } = setDiscovery(
    {
      files: {
        tools: [
          { name: 'list', description: 'Lists', inputSchema: path },
          {
            name: 'remove',
            description: 'Removes',
            inputSchema: path,
            annotations: { destructiveHint: true },
          },
          {
            name: 'burn',
            description: 'Burns',
            inputSchema: path,
            annotations: { destructiveHint: true },
          },
        ],
        call: () => 'done',
      },
    },
    {},
    { sandbox },
  )
  const code = `await tools.files.list({ path: 'x' })
    await tools.files.remove({ path: 'x' })
    await tools.files.burn({ path: 'x' })
    return Math.random()`
  const run = (caller: Caller, confirm?: boolean) =>
    discovery.execute({ code, confirm }, by(caller))
  const made = () => calls.splice(0).map(({ tool }) => tool.split(':')[1])
  const [ada, bob] = [person('ada'), person('bob')]
  await expect(run(ada)).rejects.toMatchObject({ code: 'confirm_needed' })
  expect(made()).toEqual(['list'])
  // Bob agreed to a run of his own, which begins at its beginning.
  expect(await run(bob, true)).toMatchObject({ status: 'success' })
  expect(made()).toEqual(['list', 'remove', 'burn'])
  // Ada was asked about one tool: the next is asked about too.
  await expect(run(ada, true)).rejects.toMatchObject({
    code: 'confirm_needed',
    details: { id: 'tool:files:burn', calls: 2 },
  })
  expect(made()).toEqual(['remove'])
  expect(await run(ada, true)).toMatchObject({ status: 'success', calls: { 'files:list': 1 } })
  expect(made()).toEqual(['burn'])
})
