import { EngineError } from '../../errors.ts'

/** Rows that could not be written while the database was away, and will be. */
export interface WaitingRows<Row> {
  /** Writes the rows; when the database is away they wait here, and the caller is told. */
  write(rows: readonly Row[]): Promise<void>
  /** A last attempt, for a daemon that stops. */
  flush(): Promise<void>
}

const mostWaiting = 20_000
const retryMs = 500

/** `send` must be harmless to repeat: an attempt may have arrived without our knowing. */
export function waitingRows<Row>(send: (rows: readonly Row[]) => Promise<void>): WaitingRows<Row> {
  let waiting: Row[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined

  function keep(rows: readonly Row[]): void {
    dropped += Math.max(0, rows.length - mostWaiting)
    waiting = rows.slice(-mostWaiting)
  }

  async function sendWaiting(): Promise<void> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    try {
      await sendAll(rows, send)
    } catch (error) {
      if (!isAway(error)) throw error
      keep([...rows, ...waiting])
    }
  }

  function tryLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      // A row that the database refuses is gone; the others went through.
      sendWaiting()
        .catch(() => undefined)
        .finally(() => waiting.length > 0 && tryLater())
    }, retryMs).unref()
  }

  return {
    async write(rows) {
      try {
        await sendAll(rows, send)
      } catch (error) {
        if (!isAway(error)) throw error
        keep([...waiting, ...rows])
        tryLater()
        throw new EngineError('store_unavailable', 'The database does not answer', {
          hint: 'The rows wait in memory and are written when it is back.',
          details: { waiting: waiting.length, dropped },
          cause: error,
        })
      }
    },
    async flush() {
      clearTimeout(timer)
      await sendWaiting()
    },
  }
}

/** All together; where the database refuses that, each half by itself: one bad row costs no other. */
async function sendAll<Row>(
  rows: readonly Row[],
  send: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  try {
    await send(rows)
  } catch (error) {
    if (isAway(error) || rows.length < 2) throw error
    const middle = rows.length >> 1
    const halves = [rows.slice(0, middle), rows.slice(middle)].map((half) => sendAll(half, send))
    const failed = (await Promise.allSettled(halves)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}

function isAway(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'store_unavailable'
}
