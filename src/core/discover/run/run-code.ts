import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type {
  ProgramAnswer,
  ProgramEnd,
  ProgramLimits,
  ProgramRequest,
  Sandbox,
} from '../../../ports/sandbox.ts'
import type { JsonObject } from '../../../ports/store/catalog.ts'
import { isObject } from '../../text/json-splice.ts'
import type { MadeCall } from '../catalog/value-flow.ts'
import { explainEnd } from './explain-end.ts'

/** A call that a script made. */
export interface ScriptCall extends MadeCall {
  readonly isSuccess: boolean
  /** Positions of the calls that had ended when it began. */
  readonly after: readonly number[]
}

export interface CodeReport {
  readonly status: 'success' | 'failed' | 'cancelled'
  readonly result?: unknown
  readonly logs: readonly string[]
  readonly error?: CodeError
  readonly calls: readonly ScriptCall[]
  /** What a person must agree to before the script goes on. */
  readonly confirmNeeded?: EngineError
}

export interface CodeError {
  readonly code: string
  readonly message: string
  readonly hint?: string
}

export interface CodeDeps {
  readonly sandbox: Sandbox
  readonly now: Clock
  /** Finds and checks a tool like any other call of one; throws what refuses it. */
  admit(asked: AskedTool): AdmittedCall
  /** A text that was left out, whole. */
  recover(id: string): Promise<string | undefined>
  onCall?(call: ScriptCall, done: number): void
}

export interface AskedTool {
  readonly server: string
  readonly tool: string
  readonly args: JsonObject
}

export interface AdmittedCall {
  readonly tool: string
  call(signal: AbortSignal): Promise<unknown>
}

interface Script {
  readonly code: string
  readonly input: JsonObject
  /** The time it sees. */
  readonly now: number
  /** The time it may take, where its caller gives it less than the limit. */
  readonly timeoutMs?: number | undefined
}

const scriptLimits: ProgramLimits = {
  computeMs: 10_000,
  totalMs: 300_000,
  memoryBytes: 64 * 1024 * 1024,
  calls: 200,
  messageChars: 4_000_000,
  outputChars: 1_000_000,
}

const callsAtOnce = 8

/** Runs a script: results stay inside, only what it returns and logs comes out. */
export async function runCode(
  deps: CodeDeps,
  script: Script,
  signal: AbortSignal,
): Promise<CodeReport> {
  const stopping = new AbortController()
  const calls: ScriptCall[] = []
  const ended = new Set<number>()
  const pending = new Set<Promise<unknown>>()
  const inTurn = turns(callsAtOnce)
  const either = AbortSignal.any([signal, stopping.signal])
  let begun = 0
  let confirmNeeded: EngineError | undefined

  async function call(asked: AskedTool): Promise<ProgramAnswer> {
    try {
      const admitted = deps.admit(asked)
      const at = begun++
      const after = [...ended]
      const note = (output: unknown, isSuccess: boolean): void => {
        const made = { tool: admitted.tool, args: asked.args, output, isSuccess, after }
        calls[at] = made
        ended.add(at)
        deps.onCall?.(made, ended.size)
      }
      const value = await admitted.call(either).catch((error: unknown) => {
        note(undefined, false)
        throw error
      })
      note(value, true)
      return { value: value ?? null }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      const { code, message, hint } = error
      if (code === 'confirm_needed') {
        confirmNeeded ??= error
        stopping.abort()
      }
      return { refusal: { code, message: hint ? `${message}. ${hint}` : message } }
    }
  }

  async function answer(request: ProgramRequest): Promise<ProgramAnswer> {
    if (request.kind === 'recover') return recovered(request.id, await deps.recover(request.id))
    const { server, tool, args } = request
    if (!isObject(args))
      return { refusal: { code: 'args_invalid', message: `${tool} takes one object of arguments` } }
    const made = inTurn(() => (either.aborted ? stopped : call({ server, tool, args })))
    pending.add(made)
    return made.finally(() => pending.delete(made))
  }

  const { code, input, now, timeoutMs = scriptLimits.totalMs } = script
  const limits = { ...scriptLimits, totalMs: Math.min(timeoutMs, scriptLimits.totalMs) }
  const program = { code, input, now, limits }
  const end = await deps.sandbox.run(program, { answer }, either)
  if (end.kind === 'stopped') stopping.abort()
  // What it began and did not wait for is done, and counted, before the answer leaves.
  await Promise.allSettled(pending)
  const made = calls.filter((one) => one !== undefined)
  return {
    ...outcomeOf(end, limits, signal),
    logs: end.logs,
    calls: made,
    ...(confirmNeeded ? { confirmNeeded } : {}),
  }
}

const stopped: Promise<ProgramAnswer> = Promise.resolve({
  refusal: { code: 'code_stopped', message: 'The script was stopped' },
})

function outcomeOf(
  end: ProgramEnd,
  limits: ProgramLimits,
  signal: AbortSignal,
): Pick<CodeReport, 'status' | 'result' | 'error'> {
  if (end.kind === 'returned') return { status: 'success', result: end.value }
  if (signal.aborted) return { status: 'cancelled' }
  return { status: 'failed', error: explainEnd(end, limits) }
}

function recovered(id: string, text: string | undefined): ProgramAnswer {
  if (text !== undefined) return { value: text }
  return { refusal: { code: 'prune_id_not_found', message: `No text is kept under ${id}` } }
}

/** So many at once, the others in the order they came. */
function turns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
