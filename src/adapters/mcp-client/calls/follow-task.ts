import { setTimeout } from 'node:timers/promises'
import {
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { AskedMethod } from '../../../ports/asked-client.ts'
import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { UpstreamOptions } from '../../../ports/tool-server.ts'

/** A server's own handle of a call that it goes on with by itself, of either protocol. */
const taskState = z.looseObject({
  taskId: z.string(),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
  statusMessage: z.string().nullish(),
  pollInterval: z.number().nullish(),
  pollIntervalMs: z.number().nullish(),
  inputRequests: z
    .record(z.string(), z.looseObject({ method: z.string(), params: z.looseObject({}).optional() }))
    .optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
})

type TaskState = z.output<typeof taskState>

export interface TaskPeer {
  readonly isOlder: boolean
  /** Asks the server that has the task; `lasting` where the answer comes with the end of the task. */
  request(method: string, params: JsonObject, wait?: 'lasting' | 'parting'): Promise<JsonObject>
}

const shortestPauseMs = 50
const usualPauseMs = 1000
const longestPauseMs = 10_000

/** Follows a task to its end: what it asks goes to the client, what it says is progress, and who leaves cancels it. */
export async function followTask(
  { isOlder, request }: TaskPeer,
  seed: unknown,
  { client, signal, onProgress }: UpstreamOptions,
): Promise<JsonObject> {
  let state = read(seed)
  const { taskId } = state
  const answered = new Set<string>()
  let said: string | undefined
  let steps = 0
  client?.onDeferred?.()

  function tell({ statusMessage }: TaskState): void {
    if (!statusMessage || statusMessage === said) return
    said = statusMessage
    steps += 1
    onProgress?.(steps, undefined, statusMessage)
  }

  /** Each question is asked once, however often the server repeats it. */
  async function answerInputs({ inputRequests = {} }: TaskState): Promise<void> {
    const open = Object.entries(inputRequests).filter(([key]) => !answered.has(key))
    if (open.length === 0) return
    if (!client) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, 'Nobody can be asked')
    const inputResponses: Record<string, JsonObject> = {}
    for (const [key, { method, params = {} }] of open) {
      inputResponses[key] = await client.ask(method as AskedMethod, params, ending(signal))
      answered.add(key)
    }
    await request('tasks/update', { taskId, inputResponses })
  }

  try {
    while (!isOver(state)) {
      tell(state)
      // A server of the older era asks over the stream on which its result is awaited.
      if (isOlder && state.status === 'input_required') break
      if (state.status === 'input_required') await answerInputs(state)
      await setTimeout(pauseMs(state), undefined, signal ? { signal } : {})
      state = read(await request('tasks/get', { taskId }))
    }
    tell(state)
    if (!isOlder) return outcomeOf(state)
    return withoutTheirId(await request('tasks/result', { taskId }, 'lasting'))
  } catch (error) {
    if (!isOver(state)) await request('tasks/cancel', { taskId }, 'parting').catch(() => undefined)
    throw error
  }
}

function read(state: unknown): TaskState {
  const { success, data } = taskState.safeParse(state)
  if (success) return data
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'It gave a task that nobody can read')
}

/** The id is one of the server's, and ours to ask by alone. */
function withoutTheirId(result: JsonObject): JsonObject {
  const { [RELATED_TASK_META_KEY]: _, ...meta } = { ...(result._meta as JsonObject | undefined) }
  const { _meta, ...rest } = result
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest
}

function isOver({ status }: TaskState): boolean {
  return status !== 'working' && status !== 'input_required'
}

function pauseMs({ pollInterval, pollIntervalMs }: TaskState): number {
  const wished = pollIntervalMs ?? pollInterval ?? usualPauseMs
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, wished))
}

function outcomeOf({ status, result, error, statusMessage }: TaskState): JsonObject {
  if (status === 'completed' && result) return result
  if (error) throw new ProtocolError(error.code, error.message, error.data)
  const why = statusMessage ? `: ${statusMessage}` : ''
  throw new ProtocolError(ProtocolErrorCode.InternalError, `Its task was ${status}${why}`)
}

function ending(signal: AbortSignal | undefined): AbortSignal {
  return signal ?? new AbortController().signal
}
