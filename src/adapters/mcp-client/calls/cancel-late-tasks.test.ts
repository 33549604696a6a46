import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { cancelLateTasks } from './cancel-late-tasks.ts'

function stage() {
  const delivered: JSONRPCMessage[] = []
  const tasks: string[] = []
  const transport: Transport = {
    start: async () => undefined,
    close: async () => undefined,
    send: async () => undefined,
    onmessage: (message: JSONRPCMessage) => void delivered.push(message),
  }
  cancelLateTasks(transport, (taskId) => void tasks.push(taskId))
  const leave = (requestId: number) =>
    transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
  const answer = (id: number, result: Record<string, unknown>) =>
    transport.onmessage?.({ jsonrpc: '2.0', id, result })
  return { delivered, tasks, leave, answer }
}

test.each([
  ['2026', { resultType: 'task', taskId: 't', status: 'working' }],
  ['2025', { task: { taskId: 't', status: 'working' } }],
])('a task of %s that begins after its call was cancelled is cancelled', async (_, result) => {
  const { delivered, tasks, leave, answer } = stage()
  await leave(7)
  answer(7, result)
  expect(tasks).toEqual(['t'])
  expect(delivered).toHaveLength(1)
})

test.each([
  ['a call that somebody waits for', 8, { resultType: 'task', taskId: 't' }],
  ['an answer that is no task', 7, { content: [] }],
])('not for %s', async (_, id, result) => {
  const { delivered, tasks, leave, answer } = stage()
  await leave(7)
  answer(id, result)
  expect(tasks).toEqual([])
  expect(delivered).toHaveLength(1)
})

test('remembers a bounded number of cancelled calls', async () => {
  const { tasks, leave, answer } = stage()
  for (let id = 0; id <= 200; id++) await leave(id)
  for (const id of [0, 1, 200]) answer(id, { resultType: 'task', taskId: `task-${id}` })
  expect(tasks).toEqual(['task-1', 'task-200'])
})
