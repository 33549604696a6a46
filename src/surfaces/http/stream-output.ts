import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Caller } from '../../engine.ts'
import type { Call } from '../../operations/operation.ts'
import { httpError, toEngineError } from './error-projections.ts'

/** True for callers that would rather watch than wait. */
export function wantsEvents(context: Context): boolean {
  return (context.req.header('accept') ?? '').includes('text/event-stream')
}

/** An operation as server-sent events: `progress` and `text` while it works, then `result` or `error`. */
export function streamOutput(
  context: Context,
  caller: Caller | undefined,
  run: (call: Call) => Promise<unknown>,
): Response {
  return streamSSE(context, async (stream) => {
    let sent = Promise.resolve()
    const send = (event: string, value: unknown): void => {
      sent = sent.then(() => stream.writeSSE({ event, data: JSON.stringify(value) }))
    }
    try {
      const output = await run({
        source: 'http',
        caller,
        signal: context.req.raw.signal,
        onProgress: (progress) => send('progress', progress),
        onText: (text) => send('text', text),
      })
      send('result', output)
    } catch (error) {
      send('error', httpError(toEngineError(error)))
    }
    await sent
  })
}
