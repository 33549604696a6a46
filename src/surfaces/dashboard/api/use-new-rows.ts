import { useEffect, useRef, useState } from 'preact/hooks'
import { call } from './call.ts'
import { followLedger } from './events.ts'

/** Counts up whenever the ledger gets rows of this kind. */
export function useNewRows(kind: string): number {
  const [turn, setTurn] = useState(0)
  const wanted = useRef(kind)
  wanted.current = kind
  useEffect(() => {
    const left = new AbortController()
    const follow = async (): Promise<void> => {
      const newest = await call('ledger.list', { limit: 1 }, left.signal)
      if (newest.kind === 'failed') return
      const onRows = (rows: readonly { readonly kind: string }[]): void => {
        if (rows.some((row) => row.kind === wanted.current)) setTurn((last) => last + 1)
      }
      const seq = newest.value.entries[0]?.seq ?? 0
      await followLedger(seq, { onRows, onConnection: () => undefined }, left.signal)
    }
    follow().catch(reportError)
    return () => left.abort()
  }, [])
  return turn
}
