import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useFeed } from '../../api/feed.tsx'
import type { LedgerRow } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { heard, say } from '../../locale/say.ts'
import { Segmented } from '../../parts/controls/segmented.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { type Route, setQuery } from '../../shell/router.ts'
import { ChartPanel } from './chart-panel.tsx'
import { FirstRow } from './first-row.tsx'
import { LedgerHead, LedgerLine } from './ledger-line.tsx'
import { periods } from './period.ts'
import { RunningRequests } from './running-requests.tsx'
import { Totals } from './totals.tsx'
import { type LedgerFeed, useLedger } from './use-ledger.ts'
import { type Summary, useSummary } from './use-summary.ts'

/** Sums are asked for again at most this often, however fast rows come. */
const sumEveryMs = 1000

/** Requests and operations as they happen, and what they come to. */
export function Live({ route }: { route: Route }) {
  const period = periods.find(({ value }) => value === route.query.get('period'))?.value ?? '7'
  const kind = route.query.get('kind') ?? undefined
  const feed = useLedger(kind)
  const { connection, connections } = useFeed()
  const turn = useTurns((feed.rows?.[0]?.seq ?? 0) + connections)
  const { summary, failure } = useSummary(period, turn)
  const problem = feed.failure ?? failure
  const isStale = connection === 'lost' || problem !== undefined
  return (
    <div class="view view-fixed" data-stale={isStale}>
      <div class="view-head">
        <h1>{say('Live')}</h1>
        <Segmented
          label={say('Period')}
          options={periods}
          value={period}
          onChange={(value) => setQuery({ period: value })}
        />
      </div>
      {problem && <FailureNote failure={problem} />}
      {isStale && summary && (
        <p class="soft" role="status">
          {say(
            'These are the last figures received; they update as soon as the daemon answers again.',
          )}
        </p>
      )}
      <Totals summary={summary} period={period} />
      <ChartPanel summary={summary} metric={route.query.get('metric') ?? ''} />
      <Rows feed={feed} summary={summary} kind={kind} />
    </div>
  )
}

interface RowsProps {
  readonly feed: LedgerFeed
  readonly summary: Summary | undefined
  readonly kind: string | undefined
}

function Rows({ feed, summary, kind }: RowsProps) {
  const isNarrow = useNarrow()
  const isRemembered = useRemembered()
  const { rows } = feed
  const kinds = [
    ...new Set(['proxy', 'prune', ...(summary?.byKind.map(({ group }) => group) ?? [])]),
  ]
  const options = ['all', ...kinds.slice(0, 5)].map((value) => ({ value, label: heard(value) }))
  return (
    <section class="panel ledger" aria-label={say('Ledger')}>
      <div class="panel-head">
        <h2>{say('Ledger')}</h2>
        <Segmented
          label={say('Kind')}
          options={options}
          value={kind ?? 'all'}
          onChange={(value) => setQuery({ kind: value === 'all' ? undefined : value })}
        />
      </div>
      {rows && rows.length > 0 && <LedgerHead />}
      {(kind === undefined || kind === 'proxy') && <RunningRequests />}
      {rows?.length === 0 && kind === undefined && <FirstRow />}
      {rows?.length === 0 && kind !== undefined && (
        <p class="panel-body soft">{say('No entry of this kind yet.')}</p>
      )}
      {rows && rows.length > 0 && (
        <VirtualList
          items={rows}
          rowHeight={isNarrow ? 76 : 42}
          keyOf={({ seq }) => seq}
          row={(row) => <LedgerLine row={row} isRemembered={isRemembered} />}
          label={say('Entries, newest first')}
          onEnd={feed.loadOlder}
        />
      )}
    </section>
  )
}

/** Counts up after `value` changed, but not more often than sums are worth asking for. */
function useTurns(value: number): number {
  const [turn, setTurn] = useState(0)
  const isWaiting = useRef(false)
  useEffect(() => {
    if (value === 0 || isWaiting.current) return
    isWaiting.current = true
    setTimeout(() => {
      isWaiting.current = false
      setTurn((last) => last + 1)
    }, sumEveryMs)
  }, [value])
  return turn
}

/** Whether the request of a row can still be looked at: those that came since the page asked can. */
function useRemembered(): (row: LedgerRow, requestId: string) => boolean {
  const { value } = useCall('requests.list', { limit: 500 })
  const requests = value?.requests
  return useCallback(
    (row, requestId) => {
      if (!requests) return true
      const newest = requests[0]?.at ?? 0
      return row.at > newest || requests.some(({ id }) => id === requestId)
    },
    [requests],
  )
}
