import { expect, onTestFinished, test, vi } from 'vitest'
import { createOpenTasks } from './open-tasks.ts'
import type { Message, RelayedServer } from './relayed-server.ts'
import { createSharedLink } from './shared-link.ts'

const minuteMs = 60_000

/** A server that answers each request with the next of these results. */
function stage(results: readonly object[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting = [...results]
  let ended = 0
  const open = async ({ onMessage }: { onMessage(message: Message): void }) => ({
    send: async ({ id }: Message) => onMessage({ jsonrpc: '2.0', id, result: waiting.shift() }),
    close: async () => void ended++,
  })
  const relay = { link: open } as unknown as RelayedServer['relay']
  const link = createSharedLink(
    relay,
    (error) => expect.fail(String(error)),
    () => undefined,
  )
  return {
    ask: () =>
      new Promise<Message>((resolve) => {
        link.send({ jsonrpc: '2.0', id: 'a', method: 'tools/call' }, async (reply) =>
          resolve(reply),
        )
      }),
    afterMinutes: async (minutes: number) => {
      await vi.advanceTimersByTimeAsync(minutes * minuteMs)
      return ended > 0
    },
  }
}

test('a server that nobody asks rests after five minutes', async () => {
  const { ask, afterMinutes } = stage([{ content: [] }])
  expect(await ask()).toMatchObject({ id: 'a', result: { content: [] } })
  expect(await afterMinutes(4)).toBe(false)
  expect(await afterMinutes(2)).toBe(true)
})

test('it does not rest while it works on a task', async () => {
  const { ask, afterMinutes } = stage([
    { resultType: 'task', taskId: 'one', status: 'working', ttlMs: 120 * minuteMs },
    { taskId: 'one', status: 'completed', result: {} },
  ])
  await ask()
  expect(await afterMinutes(60)).toBe(false)
  await ask()
  expect(await afterMinutes(6)).toBe(true)
})

test.each([
  { name: 'its own time is over', said: { ttlMs: 2000 }, openMs: 1000, closedMs: 3000 },
  { name: 'an hour, where it names none', said: {}, openMs: 3_599_000, closedMs: 3_601_000 },
  {
    name: 'a day at most',
    said: { ttlMs: 1e12 },
    openMs: 86_399_000,
    closedMs: 86_401_000,
  },
])('a task that is never said to end counts until $name', ({ said, openMs, closedMs }) => {
  let time = 0
  const tasks = createOpenTasks(() => time)
  tasks.note({ taskId: 'one', status: 'input_required', ...said })
  time = openMs
  expect(tasks.areThere()).toBe(true)
  time = closedMs
  expect(tasks.areThere()).toBe(false)
})

test.each([undefined, 'text', { status: 'working' }, { taskId: 1, status: 'working' }])(
  '%j is no task',
  (said) => {
    const tasks = createOpenTasks()
    tasks.note(said)
    expect(tasks.areThere()).toBe(false)
  },
)
