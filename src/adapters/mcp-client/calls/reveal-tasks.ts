import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../../ports/store/catalog.ts'

/** The name under which servers and clients of the 2026 protocol agree on tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

const handleKey = 'tamis/task'

type OnMessage = NonNullable<Transport['onmessage']>

/**
 * The SDK refuses a result that is a task of the 2026 protocol and does not give it to anybody. Here such
 * a result is told as an answer that carries the task, before the SDK sees it.
 */
export function revealTasks(transport: Transport): void {
  const deliver = transport.onmessage as OnMessage | undefined
  if (!deliver) return
  transport.onmessage = ((message, extra) => deliver(revealed(message), extra)) as OnMessage
}

function revealed(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || message.result?.resultType !== 'task') return message
  const { resultType: _, _meta, ...task } = message.result
  // As an error it is not held against the schema of the tool's results.
  const result = { resultType: 'complete', content: [], isError: true }
  return { ...message, result: { ...result, _meta: { ..._meta, [handleKey]: task } } }
}

/** The task in a result that `revealTasks` let through. */
export function taskIn(result: JsonObject): unknown {
  const meta = result._meta
  return typeof meta === 'object' && meta !== null ? (meta as JsonObject)[handleKey] : undefined
}
