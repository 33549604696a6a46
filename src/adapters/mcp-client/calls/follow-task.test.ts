import { expect, test } from 'vitest'
import type { AskedClient } from '../../../ports/asked-client.ts'
import { followTask, type TaskPeer } from './follow-task.ts'

const base = { taskId: 'one', pollIntervalMs: 1, pollInterval: 1 }
const question = { method: 'elicitation/create', params: { message: 'Which?' } }

/** A server that gives these states one after the other, the last for ever. */
function peer(isOlder: boolean, states: readonly object[]) {
  const asked: [string, unknown][] = []
  const left = [...states]
  const request: TaskPeer['request'] = async (method, params) => {
    asked.push([method, params])
    if (method === 'tasks/get') return { ...base, ...(left.length > 1 ? left.shift() : left[0]) }
    const _meta = { 'io.modelcontextprotocol/related-task': { taskId: 'one' } }
    return method === 'tasks/result' ? { content: [], _meta } : {}
  }
  return { asked, peer: { isOlder, request } }
}

function client(): AskedClient & { count(): number } {
  let count = 0
  return {
    ...{ key: 'k', isOfOneCall: true, capabilities: {}, tell: () => undefined },
    async ask() {
      count += 1
      return { action: 'accept' }
    },
    count: () => count,
  }
}

test('a question that a server repeats is asked once, and answered once', async () => {
  const waiting = { status: 'input_required', inputRequests: { q: question } }
  const done = { status: 'completed', result: { content: [] } }
  const { asked, peer: server } = peer(false, [waiting, waiting, done])
  const person = client()
  const said: unknown[] = []
  const seed = { ...base, status: 'working', statusMessage: 'begun' }
  const options = { client: person, onProgress: (...step: unknown[]) => void said.push(step) }
  expect(await followTask(server, seed, options)).toEqual({ content: [] })
  expect(person.count()).toBe(1)
  const answers = asked.filter(([method]) => method === 'tasks/update')
  const inputResponses = { q: { action: 'accept' } }
  expect(answers).toEqual([['tasks/update', { taskId: 'one', inputResponses }]])
  expect(said).toEqual([[1, undefined, 'begun']])
})

test('who leaves cancels the task at its server', async () => {
  const { asked, peer: server } = peer(false, [{ status: 'working' }])
  const leaving = new AbortController()
  const { signal } = leaving
  const following = followTask(server, { ...base, status: 'working' }, { signal })
  leaving.abort()
  await expect(following).rejects.toThrow()
  expect(asked.at(-1)).toEqual(['tasks/cancel', { taskId: 'one' }])
})

test('where nobody can be asked, the task is cancelled', async () => {
  const waiting = { status: 'input_required', inputRequests: { q: question } }
  const { asked, peer: server } = peer(false, [waiting])
  await expect(followTask(server, { ...base, ...waiting }, {})).rejects.toThrow('Nobody can be')
  expect(asked.at(-1)?.[0]).toBe('tasks/cancel')
})

test.each([
  { state: { status: 'failed', error: { code: -32050, message: 'broke' } }, why: 'broke' },
  { state: { status: 'cancelled', statusMessage: 'by its owner' }, why: 'cancelled: by its owner' },
  { state: { status: 'odd' }, why: 'a task that nobody can read' },
])('a task that ended otherwise is told: $why', async ({ state, why }) => {
  const { peer: server } = peer(false, [state])
  await expect(followTask(server, { ...base, status: 'working' }, {})).rejects.toThrow(why)
})

test('the id of an older server’s task stays ours', async () => {
  const { peer: server } = peer(true, [{ status: 'completed' }])
  expect(await followTask(server, { ...base, status: 'working' }, {})).toEqual({ content: [] })
})
