import { Worker } from 'node:worker_threads'

/** What a thread opens: the runtime's entry file and the model's weights. */
interface SessionSource {
  readonly runtime: string
  readonly model: string
}

/** The first output of a model for one text, or why there is none. */
type RunReply = { readonly output: unknown } | { readonly problem: string }

/** Runs the model on the token ids of one text. */
export type RunSession = (ids: readonly number[]) => Promise<RunReply>

interface Job {
  readonly ids: readonly number[]
  readonly answer: (reply: RunReply) => void
}

/**
 * Sessions of one model, at most so many, each in a thread of its own. The runtime computes where it
 * is called: on the thread that serves requests, a long text would hold them all up. Threads are
 * started when there is work for them, and one without work does not keep the process alive.
 */
export function sessionThreads(source: SessionSource, most: number): RunSession {
  const busy = new Map<Worker, Job>()
  const idle = new Set<Worker>()
  const waiting: Job[] = []

  function start(): Worker {
    const worker = new Worker(new URL('./session-worker.mjs', import.meta.url), {
      workerData: source,
      execArgv: [],
      env: {},
    })
    const finish = (reply: RunReply): void => {
      const job = busy.get(worker)
      busy.delete(worker)
      job?.answer(reply)
      next()
    }
    worker.on('message', (reply: RunReply) => {
      worker.unref()
      idle.add(worker)
      finish(reply)
    })
    // A thread ends when it cannot open the model; the next text starts a new one.
    let problem = 'Its thread ended.'
    worker.on('error', (error) => {
      problem = String(error)
    })
    worker.on('exit', () => {
      idle.delete(worker)
      finish({ problem })
    })
    return worker
  }

  function next(): void {
    if (waiting.length === 0) return
    const [rested] = idle
    const worker = rested ?? (busy.size < most ? start() : undefined)
    const job = worker && waiting.shift()
    if (!job) return
    idle.delete(worker)
    busy.set(worker, job)
    worker.ref()
    worker.postMessage(job.ids)
  }

  return (ids) =>
    new Promise((answer) => {
      waiting.push({ ids, answer })
      next()
    })
}
