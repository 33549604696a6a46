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
  let timer: NodeJS.Timeout | undefined

  async function sendWaiting(): Promise<void> {
    const rows = waiting
    waiting = []
    if (rows.length === 0) return
    try {
      await send(rows)
    } catch (error) {
      waiting = [...rows, ...waiting].slice(-mostWaiting)
      if (!isAway(error)) throw error
    }
  }

  function tryLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      sendWaiting().then(
        () => waiting.length > 0 && tryLater(),
        () => undefined,
      )
    }, retryMs).unref()
  }

  return {
    async write(rows) {
      try {
        await send(rows)
      } catch (error) {
        if (!isAway(error)) throw error
        waiting = [...waiting, ...rows].slice(-mostWaiting)
        tryLater()
        throw new EngineError('store_unavailable', 'The database does not answer', {
          hint: 'The rows wait in memory and are written when it is back.',
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

function isAway(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'store_unavailable'
}
