import { expect, test } from 'vitest'
import { EngineError } from '../../../errors.ts'
import type { Task } from '../../../ports/store/catalog.ts'
import { readTemplates } from '../catalog/templates.ts'
import { type RunDeps, runDag } from './run-dag.ts'

const task = (id: string, dependsOn: string[] = [], args: Task['arguments'] = {}): Task => ({
  id,
  tool: id,
  dependsOn,
  arguments: args,
})
const never = new AbortController().signal

function deps(call: RunDeps['call'] = async () => ({})): RunDeps & { checked: string[] } {
  const checked: string[] = []
  return { checked, check: ({ id }) => void checked.push(id), call, now: () => 0 }
}

test('independent tasks run together, and a dependent one waits for both', async () => {
  const running = new Set<string>()
  let together = 0
  const both = Promise.withResolvers<void>()
  const call: RunDeps['call'] = async ({ id }) => {
    running.add(id)
    together = Math.max(together, running.size)
    if (running.size === 2) both.resolve()
    if (id !== 'c') await both.promise
    else expect(running.size).toBe(1)
    running.delete(id)
    return {}
  }
  const report = await runDag(
    deps(call),
    { tasks: [task('a'), task('b'), task('c', ['a', 'b'])] },
    {},
    never,
  )
  expect(together).toBe(2)
  expect(report.status).toBe('success')
})

test('outputs and inputs are taken by path', async () => {
  const seen: unknown[] = []
  const call: RunDeps['call'] = async ({ id }, args) => {
    seen.push(args)
    return id === 'a' ? { rows: [{ name: 'x' }] } : {}
  }
  const tasks = [
    task('a', [], { q: { $ref: '$input.question' } }),
    task('b', [], { first: { $ref: 'a.rows.0.name' } }),
  ]
  await runDag(deps(call), { tasks }, { question: 'why' }, never)
  expect(seen).toEqual([{ q: 'why' }, { first: 'x' }])
})

test.each([
  { tasks: [task('a', ['b']), task('b', ['a'])], says: /circle/ },
  { tasks: [task('a', ['nobody'])], says: /nobody/ },
  { tasks: [task('a'), task('a')], says: /share an id/ },
  { tasks: [task('a', [], { x: { $ref: '$input.absent' } })], says: /absent/ },
])('refuses $says before anything runs', async ({ tasks, says }) => {
  const stage = deps(() => {
    throw new Error('must not run')
  })
  await expect(runDag(stage, { tasks }, {}, never)).rejects.toThrow(says)
})

test('a failing task keeps what others gave and skips what waits for it', async () => {
  const call: RunDeps['call'] = async ({ id }) => {
    if (id === 'b') throw new EngineError('server_refused', 'no')
    return { from: id }
  }
  const report = await runDag(
    deps(call),
    { tasks: [task('a'), task('b', ['a']), task('c', ['b'])] },
    {},
    never,
  )
  expect(report).toMatchObject({
    status: 'failed',
    failedTask: 'b',
    tasks: [
      { status: 'success', output: { from: 'a' } },
      { status: 'failed' },
      { status: 'skipped' },
    ],
  })
})

test('a cancelled run starts nothing more', async () => {
  const leaving = new AbortController()
  const started: string[] = []
  const call: RunDeps['call'] = async ({ id }) => {
    started.push(id)
    leaving.abort()
    return {}
  }
  const report = await runDag(
    deps(call),
    { tasks: [task('a'), task('b', ['a'])] },
    {},
    leaving.signal,
  )
  expect(started).toEqual(['a'])
  expect(report.status).toBe('cancelled')
})

test('a text with outputs in it waits for them, and is checked as the text it becomes', async () => {
  const checked: unknown[] = []
  const tasks = readTemplates([
    task('greet', [], { text: 'hello ${read.name}', place: 'in ${$input.city}' }),
    task('read'),
  ])
  const report = await runDag(
    {
      check: (_, args, isComplete) => void checked.push([args, isComplete]),
      call: async ({ id }, args) => (id === 'read' ? { name: 'Ada' } : args),
      now: () => 0,
    },
    { tasks },
    { city: 'Lyon' },
    never,
  )
  expect(report.tasks.find(({ id }) => id === 'greet')?.output).toEqual({
    text: 'hello Ada',
    place: 'in Lyon',
  })
  expect(checked.at(-1)).toEqual([{ text: 'hello Ada', place: 'in Lyon' }, true])
})
