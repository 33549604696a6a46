import type { MessagePort } from 'node:worker_threads'
import { EngineError, type ErrorCode } from '../../../errors.ts'
import type { Digest } from '../../../ports/digest.ts'
import { openWrites, type StoreWrites } from './store-writes.ts'

/** One call for the thread that writes; without a call its database is closed. */
export interface WriteRequest {
  readonly id: number
  /** Of the database. */
  readonly path: string
  readonly call: keyof StoreWrites | 'close'
  readonly values: readonly unknown[]
}

export type WriteReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly failure: WriteFailure }

/** An error as it crosses from one thread to another: its class would be lost. */
interface WriteFailure {
  readonly message: string
  readonly cause: string
  /** Absent for a fault of ours. */
  readonly code?: ErrorCode
  readonly hint?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Runs in the thread: does what the port asks for, one database after another as they are named. */
export function serveWrites(port: MessagePort, digest: Digest): void {
  const open = new Map<string, ReturnType<typeof openWrites>>()

  async function answer({ path, call, values }: WriteRequest): Promise<unknown> {
    if (call === 'close') {
      open.get(path)?.close()
      return open.delete(path)
    }
    const writes = open.get(path) ?? openWrites(path, digest)
    open.set(path, writes)
    const run = writes[call] as (...values: readonly unknown[]) => Promise<unknown>
    return run(...values)
  }

  port.on('message', (request: WriteRequest) => {
    const { id } = request
    answer(request).then(
      (result) => port.postMessage({ id, result } satisfies WriteReply),
      (error) => port.postMessage({ id, failure: toFailure(error) } satisfies WriteReply),
    )
  })
}

function toFailure(error: unknown): WriteFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof EngineError)) return { message, cause: String(error) }
  const { code, hint, details } = error
  return { message, cause: String(error.cause ?? ''), code, details, ...(hint ? { hint } : {}) }
}

/** The error that was thrown in the thread. */
export function fromFailure({ message, cause, code, hint, details }: WriteFailure): Error {
  if (code === undefined) return new Error(message, { cause })
  return new EngineError(code, message, {
    cause,
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  })
}
