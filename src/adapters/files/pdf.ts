import { Worker } from 'node:worker_threads'

/** A PDF as text: its pages separated by form feeds, so that page numbers survive. */
export interface PdfText {
  readonly text: string
  readonly title?: string
}

/** `damaged`: also encrypted, or no PDF at all; `too_large`: it unfolds into more than we care to read. */
export type PdfProblem = 'damaged' | 'too_large'

/** A few hundred kilobytes can unfold into gigabytes, and a page into hours of drawing. */
const limits = { timeoutMs: 15_000, heapMegabytes: 512, maxInflatedBytes: 256 * 1024 * 1024 }

/** Read in a thread of its own, so that no file can hold up or bring down the rest. */
export function pdfText(
  bytes: Uint8Array,
  maxMs = limits.timeoutMs,
): Promise<PdfText | PdfProblem> {
  const worker = new Worker(new URL('./pdf-worker.mjs', import.meta.url), {
    workerData: { bytes, maxInflatedBytes: limits.maxInflatedBytes },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    execArgv: [],
    env: {},
  })
  return new Promise((resolve) => {
    const finish = (result: PdfText | PdfProblem): void => {
      clearTimeout(deadline)
      resolve(result)
      void worker.terminate()
    }
    const deadline = setTimeout(finish, maxMs, 'too_large')
    worker.once('message', finish)
    worker.once('error', (error) => finish(isOutOfMemory(error) ? 'too_large' : 'damaged'))
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
