import { type Outcome, toFailure, tokenHeader, unreachable } from './call.ts'
import type { InputOf, Name, OutputOf } from './operations.ts'
import { readEvents } from './server-sent-events.ts'

/** Calls an operation and hands on its text while it is being written; never throws. */
export async function callStreaming<N extends Name>(
  name: N,
  input: InputOf<N>,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<Outcome<OutputOf<N>>> {
  try {
    const response = await fetch(`/api/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...tokenHeader(),
      },
      body: JSON.stringify(input),
      signal,
    })
    if (!response.ok || !response.body)
      return { kind: 'failed', failure: toFailure(await response.json()) }
    return await readOutcome<OutputOf<N>>(response.body, onText)
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', failure: { code: 'aborted', message: 'Stopped.' } }
    if (error instanceof TypeError || error instanceof SyntaxError)
      return { kind: 'failed', failure: unreachable }
    throw error
  }
}

async function readOutcome<Value>(
  body: ReadableStream<Uint8Array>,
  onText: (text: string) => void,
): Promise<Outcome<Value>> {
  for await (const { event, data } of readEvents(body)) {
    if (event === 'text') onText(JSON.parse(data) as string)
    if (event === 'result') return { kind: 'done', value: JSON.parse(data) as Value }
    if (event === 'error') return { kind: 'failed', failure: toFailure(JSON.parse(data)) }
  }
  return { kind: 'failed', failure: unreachable }
}
