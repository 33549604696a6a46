import { tokenHeader } from './call.ts'
import type { LedgerRow } from './operations.ts'
import { readEvents } from './server-sent-events.ts'

export type Connection = 'connecting' | 'live' | 'lost'

export interface Listener {
  onRows(rows: readonly LedgerRow[]): void
  onConnection(connection: Connection): void
}

const firstRetryMs = 500
const longestRetryMs = 8000

/** Follows the ledger until `left` aborts, taking up where it was after every break. */
export async function followLedger(
  after: number,
  listener: Listener,
  left: AbortSignal,
): Promise<void> {
  let seq = after
  const onRows = (rows: readonly LedgerRow[]): void => {
    seq = rows.at(-1)?.seq ?? seq
    listener.onRows(rows)
  }
  for (let retryMs = firstRetryMs; !left.aborted; ) {
    const wasLive = await readOnce(seq, { ...listener, onRows }, left)
    if (left.aborted) return
    listener.onConnection('lost')
    retryMs = wasLive ? firstRetryMs : Math.min(2 * retryMs, longestRetryMs)
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}

/** One connection, to its end; whether there was one. */
async function readOnce(seq: number, listener: Listener, left: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(`/api/events?after=${seq}`, {
      headers: tokenHeader(),
      signal: left,
    })
    if (!response.ok || !response.body) return false
    listener.onConnection('live')
    for await (const { event, data } of readEvents(response.body))
      if (event === 'rows') listener.onRows(JSON.parse(data) as LedgerRow[])
    return true
  } catch (error) {
    if (error instanceof TypeError || left.aborted) return false
    throw error
  }
}
