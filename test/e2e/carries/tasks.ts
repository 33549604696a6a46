import { expect } from 'vitest'
import { z } from 'zod'
import { askNewer, patient, type Stage } from './stage.ts'

const anyResult = z.looseObject({})

type Json = Record<string, unknown>

/** What a client of each era does with tasks. */
interface TaskClient {
  begin(tool: string): Promise<string>
  /** The state of a task, answering what it asks on the way. */
  get(id: string): Promise<Json>
  result(id: string): Promise<unknown>
  cancel(id: string): Promise<unknown>
}

/** Every way of a task: asked and ended, cancelled at its server, failed, and unknown. */
export async function showTasks(stage: Stage): Promise<void> {
  const isNewer = stage.client.getProtocolEra() === 'modern'
  const tasks = isNewer ? newerClient(stage) : olderClient(stage)
  const id = await tasks.begin('long_work')
  expect(JSON.stringify(await tasks.result(id))).toContain('It is green')
  const waiting = await startWaiting(stage, tasks)
  await tasks.cancel(waiting)
  await expect.poll(stage.notes, patient).toBe('waiting\nstopped\n')
  await expect.poll(async () => (await tasks.get(waiting)).status, patient).toBe('cancelled')
  const broken = await tasks.begin('long_break')
  await expect.poll(async () => isOver(await tasks.get(broken)), patient).toBe(true)
  const failure = await tasks.result(broken).catch(String)
  expect(JSON.stringify(failure)).toContain('the machine broke')
  await expect(tasks.get('nobody')).rejects.toThrow('no such task')
}

async function startWaiting(stage: Stage, tasks: TaskClient): Promise<string> {
  stage.clearNotes()
  const id = await tasks.begin('long_wait')
  await expect.poll(stage.notes, patient).toBe('waiting\n')
  return id
}

const isOver = ({ status }: Json): boolean => status !== 'working' && status !== 'input_required'

function olderClient({ client, named, statuses, door }: Stage): TaskClient {
  const ask = (method: string, params: Json): Promise<Json> =>
    client.request({ method, params }, anyResult, patient)
  return {
    async begin(tool) {
      const { task } = await ask('tools/call', { ...named(tool), task: { ttl: 60_000 } })
      const { taskId } = task as { taskId: string }
      const { tasks } = await ask('tasks/list', {})
      expect(tasks).toContainEqual(expect.objectContaining({ taskId }))
      return taskId
    },
    get: (taskId) => ask('tasks/get', { taskId }),
    async result(taskId) {
      // The client does as the protocol says: it asks for the result once something is asked of it.
      await expect
        .poll(async () => (await ask('tasks/get', { taskId })).status, patient)
        .not.toBe('working')
      const result = await ask('tasks/result', { taskId })
      expect(result._meta).toEqual({ 'io.modelcontextprotocol/related-task': { taskId } })
      if (door !== '/mcp/NAME')
        await expect
          .poll(() => statuses, patient)
          .toContainEqual(expect.objectContaining({ taskId, status: expect.stringMatching(/ed$/) }))
      return result
    },
    cancel: (taskId) => ask('tasks/cancel', { taskId }),
  }
}

function newerClient(stage: Stage): TaskClient {
  const ask = async (method: string, params: Json): Promise<Json> => {
    const { result, error } = await askNewer(stage, method, params)
    if (error || !result) throw new Error(error?.message ?? 'no answer')
    return result
  }
  async function get(taskId: string): Promise<Json> {
    const state = await ask('tasks/get', { taskId })
    const content = { action: 'accept', content: { colour: 'green' } }
    const asked = Object.keys((state.inputRequests as Json | undefined) ?? {})
    const inputResponses = Object.fromEntries(asked.map((key) => [key, content]))
    if (asked.length > 0) await ask('tasks/update', { taskId, inputResponses })
    return state
  }
  return {
    async begin(tool) {
      const { resultType, taskId } = await ask('tools/call', stage.named(tool))
      expect(resultType).toBe('task')
      return String(taskId)
    },
    get,
    async result(taskId) {
      await expect.poll(async () => isOver(await get(taskId)), patient).toBe(true)
      const { result, error } = await get(taskId)
      if (error) throw new Error((error as { message: string }).message)
      return result
    },
    cancel: (taskId) => ask('tasks/cancel', { taskId }),
  }
}
