import { say } from '../locale/say.ts'
import { callHeaders, type Outcome, toFailure, unreachable } from './call.ts'
import type { InputOf, Name, OutputOf } from './operations.ts'
import { readEvents } from './server-sent-events.ts'

/** How far something has come. */
export interface Progress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}

/** Who is told while an operation runs. */
interface Told {
  onText?(text: string): void
  onProgress?(progress: Progress): void
}

/** Calls an operation and hands on what it says while it runs; never throws. */
export async function callStreaming<N extends Name>(
  name: N,
  input: InputOf<N>,
  told: Told,
  signal: AbortSignal,
): Promise<Outcome<OutputOf<N>>> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...callHeaders(),
      },
      body: JSON.stringify(input),
      signal,
    })
    if (!response.ok || !response.body)
      return { kind: 'failed', failure: toFailure(await response.json()) }
    return await readOutcome<OutputOf<N>>(response.body, told)
  } catch (error) {
    if (signal.aborted)
      return { kind: 'failed', failure: { code: 'aborted', message: say('Stopped.') } }
    if (error instanceof TypeError || error instanceof SyntaxError)
      return { kind: 'failed', failure: unreachable }
    throw error
  }
}

async function readOutcome<Value>(
  body: ReadableStream<Uint8Array>,
  { onText, onProgress }: Told,
): Promise<Outcome<Value>> {
  for await (const { event, data } of readEvents(body)) {
    if (event === 'text') onText?.(JSON.parse(data) as string)
    if (event === 'progress') onProgress?.(JSON.parse(data) as Progress)
    if (event === 'result') return { kind: 'done', value: JSON.parse(data) as Value }
    if (event === 'error') return { kind: 'failed', failure: toFailure(JSON.parse(data)) }
  }
  return { kind: 'failed', failure: unreachable }
}
