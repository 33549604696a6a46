import { callHeaders } from './call.ts'
import type { LedgerRow } from './operations.ts'
import { readEvents } from './server-sent-events.ts'

export type Connection = 'connecting' | 'live' | 'lost'

/** A request that was sent on and not yet answered to its end. */
export interface Running {
  readonly id: number
  readonly at: number
  readonly model: string
  readonly agent: string
  readonly conversation: string
}

interface Listener {
  onRows(rows: readonly LedgerRow[]): void
  onRunning(running: readonly Running[]): void
  onConnection(connection: Connection): void
}

const firstRetryMs = 500
const longestRetryMs = 4000

/** Follows the daemon until `left` aborts, taking up where it was after every break. */
export async function followEvents(listener: Listener, left: AbortSignal): Promise<void> {
  let seq: number | undefined
  const told = {
    ...listener,
    onReady: (ready: number) => {
      seq ??= ready
    },
    onRows: (rows: readonly LedgerRow[]) => {
      seq = rows.at(-1)?.seq ?? seq
      listener.onRows(rows)
    },
  }
  for (let retryMs = firstRetryMs; !left.aborted; ) {
    const wasLive = await readOnce(seq, told, left)
    if (left.aborted) return
    listener.onConnection('lost')
    retryMs = wasLive ? firstRetryMs : Math.min(2 * retryMs, longestRetryMs)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

/** One connection, to its end; whether there was one. */
async function readOnce(
  seq: number | undefined,
  listener: Listener & { onReady(seq: number): void },
  left: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(seq === undefined ? '/api/events' : `/api/events?after=${seq}`, {
      headers: callHeaders(),
      signal: left,
    })
    if (!response.ok || !response.body) return false
    listener.onConnection('live')
    for await (const { event, data } of readEvents(response.body)) tell(listener, event, data)
    return true
  } catch (error) {
    if (error instanceof TypeError || left.aborted) return false
    throw error
  }
}

function tell(
  listener: Listener & { onReady(seq: number): void },
  event: string,
  data: string,
): void {
  if (event === 'ready') listener.onReady((JSON.parse(data) as { seq: number }).seq)
  if (event === 'rows') listener.onRows(JSON.parse(data) as LedgerRow[])
  if (event === 'running') listener.onRunning(JSON.parse(data) as Running[])
}
