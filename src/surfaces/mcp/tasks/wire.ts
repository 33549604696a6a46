import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
} from '@modelcontextprotocol/server'
import type { Task } from './tasks.ts'

type Json = Readonly<Record<string, unknown>>

/** The name under which servers and clients of the 2026 protocol agree on tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** What we say of tasks in the handshake of each era; the SDK leaves out what the other does not know. */
export const taskCapabilities = {
  tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
  extensions: { [tasksExtension]: {} },
}

const pollMs = 500

/** A task as the 2025 protocol has it: a call that failed as a tool has failed as a task. */
export function olderTask(task: Task): Json {
  const { outcome, ttlMs } = task
  const isFailed = outcome?.kind === 'completed' && outcome.result.isError === true
  const status = isFailed ? 'failed' : statusOf(task)
  return { ...common(task, status), ttl: ttlMs, pollInterval: pollMs }
}

/** A task as the 2026 extension has it, with what it asks, gives or failed with. */
export function newerTask(task: Task): Json {
  const { outcome, ttlMs, call } = task
  const status = statusOf(task)
  const questions = [...call.questions].map(([key, { method, params }]) => [
    key,
    { method, params },
  ])
  return {
    ...common(task, status),
    ttlMs,
    pollIntervalMs: pollMs,
    ...(status === 'input_required' ? { inputRequests: Object.fromEntries(questions) } : {}),
    ...(outcome?.kind === 'completed' ? { result: outcome.result } : {}),
    ...(outcome?.kind === 'failed' ? { error: errorOf(outcome.error) } : {}),
  }
}

/** The result of a call that is a task now; the SDK wants a content in every result of a tool. */
export function olderHandle(task: Task): CallToolResult {
  return { content: [], task: olderTask(task) }
}

export function newerHandle(task: Task): CallToolResult {
  const { inputRequests: _, result: __, error: ___, ...seed } = newerTask(task)
  return { content: [], resultType: 'task', ...seed } as CallToolResult
}

/** What `tasks/result` answers with, once the task has ended. */
export function olderResult({ id, outcome }: Task): CallToolResult {
  if (outcome?.kind === 'completed') {
    const { result } = outcome
    return { ...result, _meta: { ...result._meta, [RELATED_TASK_META_KEY]: { taskId: id } } }
  }
  if (outcome?.kind === 'failed') throw outcome.error
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The task was cancelled')
}

function statusOf({ outcome, call }: Task): string {
  return outcome?.kind ?? (call.questions.size > 0 ? 'input_required' : 'working')
}

function common({ id, message, createdAt, updatedAt }: Task, status: string): Json {
  return {
    taskId: id,
    status,
    ...(message === undefined ? {} : { statusMessage: message }),
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
  }
}

function errorOf(error: unknown): Json {
  if (!(error instanceof ProtocolError))
    return { code: ProtocolErrorCode.InternalError, message: 'Tamis failed on this call' }
  const { code, message, data } = error
  return { code, message, ...(data === undefined ? {} : { data }) }
}
