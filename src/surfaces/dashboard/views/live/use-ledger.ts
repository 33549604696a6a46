import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { type Connection, followLedger } from '../../api/events.ts'
import type { LedgerRow } from '../../api/operations.ts'

const pageSize = 500

export interface LedgerFeed {
  /** Newest first; `undefined` until the first page is here. */
  readonly rows: readonly LedgerRow[] | undefined
  readonly failure: Failure | undefined
  readonly connection: Connection
  readonly isComplete: boolean
  loadOlder(): void
}

/** The rows of the ledger, the newest as they are written and the older ones page by page. */
export function useLedger(kind: string | undefined): LedgerFeed {
  const [rows, setRows] = useState<readonly LedgerRow[]>()
  const [failure, setFailure] = useState<Failure>()
  const [connection, setConnection] = useState<Connection>('connecting')
  const [isComplete, setComplete] = useState(false)
  const isLoading = useRef(false)

  const load = useCallback(
    async (beforeSeq: number | undefined, signal: AbortSignal | undefined) => {
      const outcome = await call(
        'ledger.list',
        {
          limit: pageSize,
          ...(kind === undefined ? {} : { kind }),
          ...(beforeSeq === undefined ? {} : { before_seq: beforeSeq }),
        },
        signal,
      )
      if (signal?.aborted) return undefined
      setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
      if (outcome.kind === 'failed') return undefined
      setComplete(outcome.value.entries.length < pageSize)
      return outcome.value.entries
    },
    [kind],
  )

  useEffect(() => {
    const left = new AbortController()
    const start = async (): Promise<void> => {
      const first = await load(undefined, left.signal)
      if (first === undefined) return
      setRows(first)
      const onRows = (added: readonly LedgerRow[]): void => {
        const wanted = added.filter((row) => kind === undefined || row.kind === kind)
        if (wanted.length > 0) setRows((last = []) => [...wanted.toReversed(), ...last])
      }
      await followLedger(first[0]?.seq ?? 0, { onRows, onConnection: setConnection }, left.signal)
    }
    start().catch(reportError)
    return () => left.abort()
  }, [kind, load])

  const loadOlder = (): void => {
    const oldest = rows?.at(-1)
    if (isComplete || isLoading.current || oldest === undefined) return
    isLoading.current = true
    load(oldest.seq, undefined)
      .then((older) => older && setRows((last = []) => [...last, ...older]))
      .finally(() => {
        isLoading.current = false
      })
      .catch(reportError)
  }

  return { rows, failure, connection, isComplete, loadOlder }
}
