import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Connection, followEvents, type Running } from './events.ts'
import type { LedgerRow } from './operations.ts'

type OnRows = (rows: readonly LedgerRow[]) => void

/** What the daemon tells by itself. */
interface Feed {
  readonly connection: Connection
  /** Counts up with every connection: what failed while there was none is asked for again. */
  readonly connections: number
  /** Requests under way. */
  readonly running: readonly Running[]
  /** Calls `onRows` with every new row of the ledger; returns how to stop. */
  onRows(onRows: OnRows): () => void
}

const nobody: Feed = {
  connection: 'connecting',
  connections: 0,
  running: [],
  onRows: () => () => undefined,
}

const FeedContext = createContext<Feed>(nobody)

/** One stream for the whole page, for as long as it is open. */
export function FeedProvider({ children }: { children: ComponentChildren }) {
  const [connection, setConnection] = useState<Connection>('connecting')
  const [connections, setConnections] = useState(0)
  const [running, setRunning] = useState<readonly Running[]>([])
  const listeners = useRef(new Set<OnRows>())
  useEffect(() => {
    const left = new AbortController()
    followEvents(
      {
        onRows: (rows) => {
          for (const listener of listeners.current) listener(rows)
        },
        onRunning: setRunning,
        onConnection: (now) => {
          setConnection(now)
          if (now === 'live') setConnections((last) => last + 1)
          else setRunning([])
        },
      },
      left.signal,
    ).catch(reportError)
    return () => left.abort()
  }, [])
  const feed = useMemo(
    (): Feed => ({
      connection,
      connections,
      running,
      onRows(listener) {
        listeners.current.add(listener)
        return () => listeners.current.delete(listener)
      },
    }),
    [connection, connections, running],
  )
  return <FeedContext.Provider value={feed}>{children}</FeedContext.Provider>
}

export function useFeed(): Feed {
  return useContext(FeedContext)
}

/** How many rows of these kinds came since `mark` was last called. */
export function useNewRows(isWanted: (row: LedgerRow) => boolean): {
  readonly count: number
  readonly mark: () => void
} {
  const { onRows, connections } = useFeed()
  const [count, setCount] = useState(0)
  const wanted = useRef(isWanted)
  wanted.current = isWanted
  useEffect(
    () =>
      onRows((rows) => {
        const found = rows.filter((row) => wanted.current(row)).length
        if (found > 0) setCount((last) => last + found)
      }),
    [connections],
  )
  return { count, mark: () => setCount(0) }
}
