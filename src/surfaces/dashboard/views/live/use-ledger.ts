import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import { useFeed } from '../../api/feed.tsx'
import type { LedgerRow } from '../../api/operations.ts'

const pageSize = 500

/** Of a list that only grows at its head; older rows are fetched again when somebody scrolls to them. */
const mostFollowed = 1500

export interface LedgerFeed {
  /** Newest first; `undefined` until the first page is here. */
  readonly rows: readonly LedgerRow[] | undefined
  readonly failure: Failure | undefined
  loadOlder(): void
}

/** The rows of the ledger, the newest as they are written and the older ones page by page. */
export function useLedger(kind: string | undefined): LedgerFeed {
  const { onRows, connections } = useFeed()
  const [rows, setRows] = useState<readonly LedgerRow[]>()
  const [failure, setFailure] = useState<Failure>()
  const [isComplete, setComplete] = useState(false)
  const isLoading = useRef(false)
  const most = useRef(mostFollowed)
  const isCut = useRef(false)
  const follow = (all: readonly LedgerRow[]): readonly LedgerRow[] => {
    if (all.length <= most.current) return all
    isCut.current = true
    return all.slice(0, most.current)
  }

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
      isCut.current = false
      return outcome.value.entries
    },
    [kind],
  )

  // Anew for another kind, and for every connection: rows may have come while there was none.
  useEffect(() => {
    const left = new AbortController()
    load(undefined, left.signal).then((first) => first && setRows(first), reportError)
    const stop = onRows((added) => {
      const wanted = added.filter((row) => kind === undefined || row.kind === kind)
      if (wanted.length > 0) setRows((last) => last && follow([...newer(wanted, last), ...last]))
    })
    return () => {
      left.abort()
      stop()
    }
  }, [kind, load, connections])

  const loadOlder = (): void => {
    const oldest = rows?.at(-1)
    if ((isComplete && !isCut.current) || isLoading.current || oldest === undefined) return
    isLoading.current = true
    load(oldest.seq, undefined)
      .then((older) => {
        if (!older) return
        // Whoever goes back that far keeps what they look at.
        most.current = Math.max(most.current, (rows?.length ?? 0) + older.length)
        setRows((last = []) => [...last, ...older])
      })
      .finally(() => {
        isLoading.current = false
      })
      .catch(reportError)
  }

  return { rows, failure, loadOlder }
}

/** Newest first, without those that are there already. */
function newer(added: readonly LedgerRow[], known: readonly LedgerRow[]): readonly LedgerRow[] {
  const newest = known[0]?.seq ?? 0
  return added.filter(({ seq }) => seq > newest).reverse()
}
