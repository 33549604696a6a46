import type { CallToolResult } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type LiveCall, startLiveCall } from '../live-call.ts'
import { createTasks } from './tasks.ts'
import { newerTask, olderResult, olderTask } from './wire.ts'

const ann = { owner: 'ann', session: 'one' }
const nobody = { owner: '', session: 'one' }

/** A call that ends when the test says, and whether it was stopped. */
function running(): { call: LiveCall; finish(result: CallToolResult): void; isStopped(): boolean } {
  let finish = (_: CallToolResult): void => undefined
  let isStopped = false
  const call = startLiveCall(
    (_, signal) =>
      new Promise((resolve, reject) => {
        finish = resolve
        signal.addEventListener('abort', () => {
          isStopped = true
          reject(signal.reason)
        })
      }),
    { mayAsk: () => true, tell: () => undefined },
  )
  return { call, finish: (result) => finish(result), isStopped: () => isStopped }
}

test('a task is its token’s alone, also for whoever knows its id', () => {
  const tasks = createTasks()
  const id = tasks.adopt(running().call, ann)?.id ?? ''
  expect(tasks.of(id, { ...ann, session: 'two' }).id).toBe(id)
  for (const owner of ['ben', ''])
    expect(() => tasks.of(id, { ...ann, owner })).toThrow('There is no such task')
  expect(tasks.list({ owner: 'ben', session: 'one' })).toEqual([])
  expect(tasks.owners()).toEqual(['ann'])
})

test('where no token is asked for, each session lists its own tasks', () => {
  const tasks = createTasks()
  tasks.adopt(running().call, nobody)
  expect(tasks.list(nobody)).toHaveLength(1)
  expect(tasks.list({ ...nobody, session: 'two' })).toEqual([])
})

test('two hundred tasks at most: those that ended give way, those under way do not', async () => {
  const tasks = createTasks()
  const first = running()
  const ended = tasks.adopt(first.call, ann)
  for (let count = 1; count < 200; count++) tasks.adopt(running().call, ann)
  expect(tasks.adopt(running().call, ann)).toBeUndefined()
  first.finish({ content: [] })
  await vi.waitFor(() => expect(ended?.outcome).toBeDefined())
  expect(tasks.adopt(running().call, ann)).toBeDefined()
  expect(tasks.list(ann)).toHaveLength(200)
  tasks.close()
  expect(tasks.list(ann)).toEqual([])
})

test('a task that nobody comes back for ends with its time', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const tasks = createTasks()
  const { call, isStopped } = running()
  const id = tasks.adopt(call, ann, 5000)?.id ?? ''
  vi.advanceTimersByTime(4999)
  expect(isStopped()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isStopped()).toBe(true)
  expect(() => tasks.of(id, ann)).toThrow('There is no such task')
  expect(tasks.adopt(running().call, ann, 1e12)?.ttlMs).toBe(24 * 3_600_000)
})

test('what was cancelled stays cancelled, and a token that ended takes its tasks along', async () => {
  const tasks = createTasks()
  const [one, other] = [running(), running()]
  const task = tasks.adopt(one.call, ann)
  tasks.adopt(other.call, { ...ann, owner: 'ben' })
  if (!task) throw new Error('no task')
  tasks.cancel(task)
  one.finish({ content: [] })
  await Promise.resolve()
  expect(one.isStopped()).toBe(true)
  expect(olderTask(task)).toMatchObject({ taskId: task.id, status: 'cancelled' })
  expect(() => olderResult(task)).toThrow('The task was cancelled')
  tasks.endOwned(['ben'])
  expect(other.isStopped()).toBe(true)
  expect(tasks.owners()).toEqual(['ann'])
})

test('a tool that failed is a failed task in 2025 and a completed one in 2026', async () => {
  const tasks = createTasks(() => 0)
  const { call, finish } = running()
  const task = tasks.adopt(call, ann)
  if (!task) throw new Error('no task')
  expect(newerTask(task)).toMatchObject({ status: 'working', ttlMs: 3_600_000 })
  finish({ content: [], isError: true })
  await vi.waitFor(() => expect(task.outcome).toBeDefined())
  expect(olderTask(task).status).toBe('failed')
  expect(newerTask(task)).toMatchObject({ status: 'completed', result: { isError: true } })
})
