import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type {
  Program,
  ProgramEnd,
  ProgramError,
  ProgramHost,
  ProgramRequest,
  ProgramStop,
  Sandbox,
} from '../../ports/sandbox.ts'

/** The part of WebAssembly that is used here: Node has it, but leaves its types to those of browsers. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> }

/** Each costs a thread and up to its limit of memory; further ones wait. */
const mostAtOnce = 4

/** QuickJS, compiled to WebAssembly: each program in an engine of its own, in a thread that can be ended. */
export function quickjsSandbox(): Sandbox {
  let engine: Promise<unknown> | undefined
  const turns = createTurns(mostAtOnce)
  return {
    async run(program, host, signal) {
      engine ??= compileEngine()
      const compiled = await engine.catch((error: unknown) => {
        engine = undefined
        throw error
      })
      return turns(signal, () => runInThread(compiled, program, host, signal))
    },
  }
}

async function compileEngine(): Promise<unknown> {
  const file = createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')
  return WebAssembly.compile(await readFile(file))
}

/** What a thread says, in the order it says it. */
type Message =
  /** It is there, and begins to read the program. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'call'; readonly id: number; readonly json: string }
  | { readonly kind: 'log'; readonly text: string }
  /** It waits, and has taken in so many answers. */
  | { readonly kind: 'idle'; readonly answered: number }
  | ({ readonly kind: 'end' } & End)

type End =
  | { readonly returned: string }
  | { readonly threw: string }
  | { readonly stopped: ProgramStop }

/** Answers wait in memory while a program computes: with so many that it has not taken in, its further calls wait. */
const mostOpen = 16

/** Room for what the thread itself needs; the memory of the program is limited by its engine. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

async function runInThread(
  engine: unknown,
  { code, input, now, limits }: Program,
  host: ProgramHost,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const logs: string[] = []
  if (signal.aborted) return { kind: 'stopped', by: 'signal', logs }
  const worker = new Worker(new URL('./program-worker.mjs', import.meta.url), {
    workerData: { engine, code, inputJson: JSON.stringify(input), now, limits },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits,
  })
  const ended = Promise.withResolvers<End>()
  const stop = (by: ProgramStop): void => ended.resolve({ stopped: by })
  const budget = createComputeBudget(limits.computeMs, () => stop('compute'))
  const onAbort = (): void => stop('signal')
  signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(() => stop('time'), limits.totalMs)
  let [asked, answered, taken] = [0, 0, 0]
  const later: (() => void)[] = []

  async function answer(id: number, request: ProgramRequest): Promise<void> {
    const json = JSON.stringify(await host.answer(request))
    const refusal = { code: 'too_long', message: 'The answer is too long for a program.' }
    answered += 1
    budget.begin()
    worker.postMessage({
      id,
      json: json.length > limits.messageChars ? JSON.stringify({ refusal }) : json,
    })
  }

  function askHost(id: number, json: string): void {
    if (asked - taken >= mostOpen) {
      later.push(() => askHost(id, json))
      return
    }
    asked += 1
    answer(id, JSON.parse(json)).catch(ended.reject)
  }

  worker.on('message', (message: Message) => {
    if (message.kind === 'log') logs.push(message.text)
    else if (message.kind === 'end') ended.resolve(message)
    else if (message.kind === 'begun') budget.begin()
    else if (message.kind === 'call') askHost(message.id, message.json)
    else {
      taken = message.answered
      budget.pauseIf(taken === answered)
      for (const ask of later.splice(0)) ask()
    }
  })
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stop('memory') : ended.reject(error),
  )
  try {
    return { ...toEnd(await ended.promise), logs }
  } finally {
    budget.pauseIf(true)
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

type Ending = ProgramEnd extends infer Each
  ? Each extends ProgramEnd
    ? Omit<Each, 'logs'>
    : never
  : never

function toEnd(end: End): Ending {
  if ('stopped' in end) return { kind: 'stopped', by: end.stopped }
  if ('returned' in end) return { kind: 'returned', value: JSON.parse(end.returned) }
  const { name, message, stack, code } = JSON.parse(end.threw)
  if (String(message).includes('out of memory')) return { kind: 'stopped', by: 'memory' }
  return { kind: 'threw', error: toError(String(name), String(message), String(stack), code) }
}

function toError(name: string, message: string, stack: string, code: unknown): ProgramError {
  const line = stack.match(/\(?code:(\d+)/)?.[1]
  return {
    name,
    message,
    ...(line === undefined ? {} : { line: Number(line) }),
    ...(typeof code === 'string' ? { code } : {}),
  }
}

/** Counts the time a program computes: from what it is given to the moment it waits again. */
function createComputeBudget(
  limitMs: number,
  onSpent: () => void,
): { begin(): void; pauseIf(isIdle: boolean): void } {
  let leftMs = limitMs
  let since: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      if (since !== undefined) return
      since = performance.now()
      timer = setTimeout(onSpent, leftMs)
    },
    pauseIf(isIdle) {
      if (!isIdle || since === undefined) return
      clearTimeout(timer)
      leftMs = Math.max(0, leftMs - (performance.now() - since))
      since = undefined
    },
  }
}

/** So many at once, the others in the order they came; one that is aborted waits no longer. */
function createTurns(
  most: number,
): <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result> {
  const waiting = new Set<() => void>()
  let running = 0
  const next = (): void => {
    const [go] = waiting
    if (go && running < most) go()
  }
  return async (signal, work) => {
    if (running >= most)
      await new Promise<void>((resolve) => {
        const go = (): void => {
          waiting.delete(go)
          signal.removeEventListener('abort', go)
          resolve()
        }
        waiting.add(go)
        signal.addEventListener('abort', go, { once: true })
      })
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      next()
    }
  }
}
