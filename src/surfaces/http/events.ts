import { setTimeout } from 'node:timers/promises'
import type { Context } from 'hono'
import { type SSEStreamingApi, streamSSE } from 'hono/streaming'
import type { Say } from '../../core/text/say.ts'
import type { Caller, Engine, LedgerRow } from '../../engine.ts'
import type { Call } from '../../operations/operation.ts'
import { httpError, toEngineError } from './error-projections.ts'
import { type AppContext, visitorOf } from './listener.ts'

const mostRows = 500
/** Rows of other processes make no sound here: they are looked for this often. */
const pollMs = 1000
/** Rows that come close together travel together. */
const gatherMs = 80
const pollsPerHeartbeat = 15
/** A list that nobody changed is told again after so long. */
const longestQuietMs = 15_000

/**
 * `GET /api/events`: new rows of the ledger as they are written, by this process or another, and the
 * requests under way whenever one begins or ends.
 * `?after=<seq>` takes up where a reader was; `closing` ends every stream when the daemon stops.
 */
export function ledgerEvents(closing: AbortSignal): (context: AppContext) => Response {
  return (context) => {
    const { ledger, traffic } = visitorOf(context).engine
    return streamSSE(context, async (stream) => {
      const after = Number(context.req.query('after') ?? Number.NaN)
      const seq = Number.isSafeInteger(after) ? after : await newestSeq(ledger)
      await stream.writeSSE({ event: 'ready', data: JSON.stringify({ seq }) })
      const left = AbortSignal.any([context.req.raw.signal, closing])
      await Promise.all([
        follow(ledger, stream, seq, left),
        followRunning(traffic.running, stream, left),
      ])
    })
  }
}

async function follow(
  ledger: Engine['ledger'],
  stream: SSEStreamingApi,
  seq: number,
  left: AbortSignal,
): Promise<void> {
  let last = seq
  for (let polls = 1; !left.aborted && !stream.aborted; polls++) {
    const rows = await rowsAfter(ledger, last)
    last = rows.at(-1)?.seq ?? last
    if (rows.length > 0) await send(stream, rows)
    else if (polls % pollsPerHeartbeat === 0) await stream.write(': still here\n\n')
    await untilAppended(ledger, left)
  }
}

/** Those under way: at first, and after each change, several changes together. */
async function followRunning(
  running: Engine['traffic']['running'],
  stream: SSEStreamingApi,
  left: AbortSignal,
): Promise<void> {
  let changed = new AbortController()
  const stopWatching = running.watch(() => changed.abort())
  while (!left.aborted && !stream.aborted) {
    await stream.writeSSE({ event: 'running', data: JSON.stringify(running.list()) })
    if (!changed.signal.aborted)
      await pause(longestQuietMs, AbortSignal.any([changed.signal, left]))
    changed = new AbortController()
    await pause(gatherMs, left)
  }
  stopWatching()
}

async function send(stream: SSEStreamingApi, rows: readonly LedgerRow[]): Promise<void> {
  const id = String(rows.at(-1)?.seq ?? 0)
  await stream.writeSSE({ event: 'rows', id, data: JSON.stringify(rows) })
}

async function newestSeq(ledger: Engine['ledger']): Promise<number> {
  const [newest] = await ledger.list({}, 1)
  return newest?.seq ?? 0
}

/** Oldest first; after a long absence only the newest of them. */
async function rowsAfter(ledger: Engine['ledger'], seq: number): Promise<readonly LedgerRow[]> {
  if ((await newestSeq(ledger)) <= seq) return []
  const rows = await ledger.list({}, mostRows)
  return rows.filter((row) => row.seq > seq).reverse()
}

/** Resolves a moment after the next append in this process, or when it is time to look again. */
async function untilAppended(ledger: Engine['ledger'], left: AbortSignal): Promise<void> {
  const woken = new AbortController()
  const stopListening = ledger.onAppend(() => woken.abort())
  await pause(pollMs, AbortSignal.any([woken.signal, left]))
  stopListening()
  if (woken.signal.aborted) await pause(gatherMs, left)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal, ref: false }).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
}

/** True for callers that would rather watch than wait. */
export function wantsEvents(context: Context): boolean {
  return (context.req.header('accept') ?? '').includes('text/event-stream')
}

/** An operation as server-sent events: `progress` and `text` while it works, then `result` or `error`. */
export function streamOutput(
  context: Context,
  caller: Caller | undefined,
  say: Say,
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
        say,
        onProgress: (progress) => send('progress', { ...progress, message: say(progress.message) }),
        onText: (text) => send('text', text),
      })
      send('result', output)
    } catch (error) {
      send('error', httpError(toEngineError(error), say))
    }
    await sent
  })
}
