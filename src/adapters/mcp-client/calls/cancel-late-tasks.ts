import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { z } from 'zod'

type OnMessage = NonNullable<Transport['onmessage']>

const cancelled = z.looseObject({
  method: z.literal('notifications/cancelled'),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
})
/** A task as either protocol answers a call with it. */
const begunTask = z.union([
  z
    .looseObject({ resultType: z.literal('task'), taskId: z.string() })
    .transform(({ taskId }) => taskId),
  z
    .looseObject({ task: z.looseObject({ taskId: z.string() }) })
    .transform(({ task }) => task.taskId),
])

/** Servers mostly do not answer what was cancelled: of their ids only the newest are kept. */
const mostLeft = 200

/**
 * A server may begin a task just as its call is cancelled. Its answer then comes too late for whoever
 * called, and the task would go on with nobody to end it: here it is cancelled, too.
 */
export function cancelLateTasks(transport: Transport, cancel: (taskId: string) => void): void {
  const left = new Set<string | number>()
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    const { success, data } = cancelled.safeParse(message)
    if (success) remember(left, data.params.requestId)
    return send(message, options)
  }
  const deliver = transport.onmessage as OnMessage | undefined
  transport.onmessage = ((message, extra) => {
    const taskId = lateTask(message, left)
    if (taskId !== undefined) cancel(taskId)
    deliver?.(message, extra)
  }) as OnMessage
}

function remember(left: Set<string | number>, id: string | number): void {
  left.add(id)
  const [oldest] = left
  if (left.size > mostLeft && oldest !== undefined) left.delete(oldest)
}

function lateTask(message: JSONRPCMessage, left: Set<string | number>): string | undefined {
  if (!('result' in message) || !left.delete(message.id)) return undefined
  return begunTask.safeParse(message.result).data
}
