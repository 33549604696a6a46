import { randomUUID } from 'node:crypto'
import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import type { LiveCall } from '../live-call.ts'

/** How a task ended. */
type Outcome =
  | { readonly kind: 'completed'; readonly result: CallToolResult }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'cancelled' }

/** A call whose client may leave, and comes back for the result by an id. */
export interface Task {
  readonly id: string
  readonly call: LiveCall
  readonly createdAt: number
  readonly ttlMs: number
  readonly updatedAt: number
  /** The last thing that the upstream said of how far it is. */
  readonly message: string | undefined
  readonly outcome: Outcome | undefined
  /** Whoever watches a task is told when it changed. */
  onChange(listener: () => void): () => void
  say(message: string): void
}

/** Whose a task is: a token, or where none is asked for the session. */
export interface TaskHolder {
  readonly owner: string
  readonly session: string | undefined
}

/** The tasks that clients have here: each is its token's alone, and none stays for ever. */
export interface Tasks {
  /** `undefined` where there is no room for another. */
  adopt(call: LiveCall, holder: TaskHolder, ttlMs?: number): Task | undefined
  /** Throws where there is none of this id for this holder. */
  of(id: string, holder: TaskHolder): Task
  list(holder: TaskHolder): readonly Task[]
  cancel(task: Task): void
  owners(): readonly string[]
  endOwned(owners: readonly string[]): void
  close(): void
}

interface Kept extends TaskHolder {
  readonly task: Task
  end(outcome: Outcome): void
  forget(): void
}

const mostTasks = 200
const usualTtlMs = 3_600_000
const longestTtlMs = 24 * 3_600_000

export function createTasks(now: () => number = () => Date.now()): Tasks {
  /** Oldest first. */
  const kept = new Map<string, Kept>()

  /** One that has ended gives way to a new one; one under way does not. */
  function makeRoom(): boolean {
    if (kept.size < mostTasks) return true
    const ended = [...kept.values()].find(({ task }) => task.outcome)
    ended?.forget()
    return ended !== undefined
  }

  return {
    adopt(call, holder, wishedMs = usualTtlMs) {
      if (!makeRoom()) return undefined
      const ttlMs = Math.min(longestTtlMs, Math.max(1000, wishedMs))
      const { task, end } = createTask(call, ttlMs, now)
      const expiry = setTimeout(() => one.forget(), ttlMs).unref()
      const one: Kept = {
        ...holder,
        task,
        end,
        forget() {
          clearTimeout(expiry)
          kept.delete(task.id)
          end({ kind: 'cancelled' })
        },
      }
      kept.set(task.id, one)
      return task
    },
    of(id, { owner }) {
      const one = kept.get(id)
      if (one && one.owner === owner) return one.task
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task')
    },
    list: ({ owner, session }) =>
      [...kept.values()]
        // Without tokens nobody knows who asks: each session sees its own.
        .filter((one) => one.owner === owner && (owner !== '' || one.session === session))
        .map(({ task }) => task),
    cancel: (task) => kept.get(task.id)?.end({ kind: 'cancelled' }),
    owners: () => [...kept.values()].flatMap(({ owner }) => (owner === '' ? [] : [owner])),
    endOwned(owners) {
      for (const one of [...kept.values()]) if (owners.includes(one.owner)) one.forget()
    },
    close() {
      for (const one of [...kept.values()]) one.forget()
    },
  }
}

function createTask(
  call: LiveCall,
  ttlMs: number,
  now: () => number,
): { readonly task: Task; end(outcome: Outcome): void } {
  const listeners = new Set<() => void>()
  let [updatedAt, message, outcome]: [number, string?, Outcome?] = [now()]
  function changed(): void {
    updatedAt = now()
    for (const listener of [...listeners]) listener()
  }
  function end(how: Outcome): void {
    if (outcome) return
    outcome = how
    // What was cancelled is stopped; for what ended this says nothing.
    call.end(new Error('the task was cancelled'))
    changed()
  }
  const task: Task = {
    id: randomUUID(),
    call,
    createdAt: updatedAt,
    ttlMs,
    get updatedAt() {
      return updatedAt
    },
    get message() {
      return message
    },
    get outcome() {
      return outcome
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    say(text) {
      message = text
      if (!outcome) changed()
    },
  }
  call.onChange(() => {
    if (!outcome) changed()
  })
  call.result.then(
    (result) => end({ kind: 'completed', result }),
    (error: unknown) => end({ kind: 'failed', error }),
  )
  return { task, end }
}
