import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { AskedClient } from '../../engine.ts'
import type { Visitor } from '../../operations/discover/visitor.ts'
import type { Call, Progress } from '../../operations/operation.ts'
import { askDuringCall, type Declared, isReachable, isStateless } from './client-of-call.ts'
import type { HeldCalls, RoundResult } from './held-calls.ts'
import { startLiveCall } from './live-call.ts'
import { announceTask, holderOf, knowsTasks } from './tasks/serve-tasks.ts'
import type { Task, Tasks } from './tasks/tasks.ts'
import { newerHandle, olderHandle } from './tasks/wire.ts'
import { ownerOf } from './visitor-of.ts'

/** What a call is run with: whom it may ask, when to stop, and whom to tell how far it is. */
type RunCall = (call: Pick<Call, 'signal' | 'client' | 'onProgress'>) => Promise<CallToolResult>

interface ClientCall {
  readonly context: ServerContext
  readonly visitor: Visitor
  readonly declared: Declared
  /** Absent where the client of the older era waits for the result. */
  readonly task?: { readonly ttl?: number | undefined } | undefined
}

interface Deps {
  readonly held: HeldCalls
  readonly tasks: Tasks
}

/** Runs a call with the client behind it, where that can be asked anything, wants to be told, or comes back later. */
export async function runWithClient(
  deps: Deps,
  server: Server,
  { context, visitor, declared, task }: ClientCall,
  run: RunCall,
): Promise<RoundResult> {
  const { signal } = context.mcpReq
  const progress = progressOf(context)
  const owner = ownerOf(visitor)
  // Whoever stands for one call alone shares no connection with another call.
  const ofOneCall = { key: ofCaller(owner), isOfOneCall: true }
  if (isStateless(context)) {
    const hasTasks = knowsTasks(context)
    if (!isReachable(declared) && !hasTasks) return run({ signal, ...progress })
    let begun: Task | undefined
    const onProgress = (step: Progress): void =>
      begun ? begun.say(String(step.message)) : progress.onProgress?.(step)
    return deps.held.run(
      context,
      owner,
      ({ onDeferred, ...asking }, leaving) => {
        const client = { ...declared, ...asking, ...ofOneCall, ...(hasTasks ? { onDeferred } : {}) }
        return run({ signal: leaving, client, onProgress })
      },
      (call) => {
        begun = hasTasks ? deps.tasks.adopt(call, holderOf(visitor)) : undefined
        return begun && newerHandle(begun)
      },
    )
  }
  if (task) return beginTask(deps, server, { visitor, declared, task, context }, ofOneCall, run)
  // Without a session nobody could bring the answer back to us.
  if (!isReachable(declared) || visitor.session === undefined) return run({ signal, ...progress })
  const key = ofSession(visitor.session)
  const client = { ...declared, ...askDuringCall(context), key, isOfOneCall: false }
  return run({ signal, client, ...progress })
}

const ofCaller = (owner: string): string => `caller ${owner}`
const ofSession = (session: string): string => `session ${session}`

/** Under which name the connections of a client to upstream servers are its own; tools may be too. */
export function clientKey(context: ServerContext, visitor: Visitor): string | undefined {
  if (isStateless(context)) return ofCaller(ownerOf(visitor))
  return visitor.session === undefined ? undefined : ofSession(visitor.session)
}

/** A client of the older era wants a task: it has its id at once, and the call goes on. */
function beginTask(
  { tasks }: Deps,
  server: Server,
  { visitor, declared, task: wish }: ClientCall,
  ofOneCall: Pick<AskedClient, 'key' | 'isOfOneCall'>,
  run: RunCall,
): CallToolResult {
  let begun: Task | undefined
  const call = startLiveCall(
    (asking, signal) => {
      const client = { ...declared, ...asking, ...ofOneCall }
      return run({ signal, client, onProgress: ({ message }) => begun?.say(String(message)) })
    },
    { mayAsk: () => true, tell: () => undefined },
  )
  begun = tasks.adopt(call, holderOf(visitor), wish?.ttl)
  if (begun) {
    announceTask(server, begun)
    return olderHandle(begun)
  }
  call.end()
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'Too many tasks are under way')
}

/** Progress goes to callers that asked for it; one that has left is not told. */
function progressOf({ mcpReq }: ServerContext): Pick<Call, 'onProgress'> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return {}
  return {
    onProgress: ({ done, total, message }) => {
      const said = { progress: done, message: String(message) }
      const params = { progressToken, ...said, ...(total ? { total } : {}) }
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}
