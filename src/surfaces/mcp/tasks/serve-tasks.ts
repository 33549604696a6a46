import {
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Result,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Visitor } from '../../../operations/discover/visitor.ts'
import { isStateless } from '../client-of-call.ts'
import { longestAnswerMs } from '../held-calls.ts'
import { ownerOf } from '../visitor-of.ts'
import { anyObject, namedTask } from './task-params.ts'
import type { Task, TaskHolder, Tasks } from './tasks.ts'
import { newerTask, olderResult, olderTask, tasksExtension } from './wire.ts'

/** Whose tasks a request may see. */
export function holderOf(visitor: Visitor): TaskHolder {
  return { owner: ownerOf(visitor), session: visitor.session }
}

/** Whether a client of the newer era knows tasks; it says so with each request. */
export function knowsTasks({ mcpReq }: ServerContext): boolean {
  const said: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const capabilities = said[CLIENT_CAPABILITIES_META_KEY] as { extensions?: object } | undefined
  return tasksExtension in (capabilities?.extensions ?? {})
}

/** Answers what both protocols ask of tasks; the SDK gives each era only its own questions. */
export function serveTasks(
  server: Server,
  tasks: Tasks,
  visitorOf: (context: ServerContext) => Visitor,
): void {
  const taskOf = (taskId: string, context: ServerContext): Task => {
    if (isStateless(context) && !knowsTasks(context)) throw lacksTasks()
    return tasks.of(taskId, holderOf(visitorOf(context)))
  }
  server.setRequestHandler('tasks/get', { params: namedTask }, ({ taskId }, context) => {
    const task = taskOf(taskId, context)
    return (isStateless(context) ? newerTask(task) : olderTask(task)) as Result
  })
  server.setRequestHandler('tasks/cancel', { params: namedTask }, ({ taskId }, context) => {
    const task = taskOf(taskId, context)
    if (isStateless(context)) {
      tasks.cancel(task)
      return {}
    }
    if (task.outcome)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The task has ended already')
    tasks.cancel(task)
    return olderTask(task) as Result
  })
  server.setRequestHandler('tasks/update', { params: namedTask }, ({ taskId }, context) => {
    if (!isStateless(context))
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found')
    const { call } = taskOf(taskId, context)
    // The SDK takes the answers out of every request that has some.
    const answers = Object.entries(context.mcpReq.inputResponses ?? {})
    for (const [key, value] of answers) call.answer(key, value)
    return {}
  })
  server.setRequestHandler('tasks/list', { params: anyObject }, (_, context) => ({
    tasks: tasks.list(holderOf(visitorOf(context))).map(olderTask),
  }))
  server.setRequestHandler('tasks/result', { params: namedTask }, async ({ taskId }, context) => {
    const task = taskOf(taskId, context)
    await untilEnded(task, context)
    return olderResult(task)
  })
}

/** A client of the older era is told of its task where its connection lasts. */
export function announceTask(server: Server, task: Task): void {
  const stop = task.onChange(() => {
    // Whoever listens to no stream asks by itself.
    server
      .notification({ method: 'notifications/tasks/status', params: { ...olderTask(task) } })
      .catch(() => undefined)
    if (task.outcome) stop()
  })
}

/** Who waits for the result is asked what the task asks meanwhile, on the same stream. */
function untilEnded(task: Task, { mcpReq }: ServerContext): Promise<void> {
  const asked = new Set<string>()
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (task.outcome) {
        leave()
        return
      }
      for (const [key, question] of task.call.questions) {
        if (asked.has(key)) continue
        asked.add(key)
        const { method, params } = question
        const _meta = { [RELATED_TASK_META_KEY]: { taskId: task.id } }
        mcpReq
          .send({ method, params: { ...params, _meta } }, anyObject, {
            signal: mcpReq.signal,
            timeout: longestAnswerMs,
          })
          .then((value) => task.call.answer(key, value))
          .catch((error: unknown) => {
            // Whoever comes next is asked again.
            stop()
            reject(error)
          })
      }
    }
    const leave = (): void => {
      stop()
      resolve()
    }
    const stop = task.onChange(look)
    mcpReq.signal.addEventListener('abort', leave, { once: true })
    look()
  })
}

function lacksTasks(): ProtocolError {
  return new MissingRequiredClientCapabilityError({
    requiredCapabilities: { extensions: { [tasksExtension]: {} } },
  })
}
