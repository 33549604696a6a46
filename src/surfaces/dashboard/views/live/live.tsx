import { useEffect, useRef, useState } from 'preact/hooks'
import { FailureNote } from '../../parts/failure.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useNarrow } from '../../parts/use-narrow.ts'
import { useWidth } from '../../parts/use-width.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { FirstRow } from './first-row.tsx'
import { LedgerHead, LedgerLine } from './ledger-line.tsx'
import { type Period, periods } from './period.ts'
import { SavingsChart } from './savings-chart.tsx'
import { Totals } from './totals.tsx'
import { type LedgerFeed, useLedger } from './use-ledger.ts'
import { type Summary, useSummary } from './use-summary.ts'

/** Sums are asked for again at most this often, however fast rows come. */
const sumEveryMs = 1000

/** Requests and operations as they happen, and what they come to. */
export function Live() {
  const [period, setPeriod] = useState<Period>('7')
  const [kind, setKind] = useState<string>()
  const feed = useLedger(kind)
  const turn = useTurns(feed.rows?.[0]?.seq)
  const { summary, failure } = useSummary(period, turn)
  const problem = feed.failure ?? failure
  return (
    <div class="view view-fixed">
      <div class="view-head">
        <h1>Live</h1>
        <Segmented label="Period" options={periods} value={period} onChange={setPeriod} />
      </div>
      {problem && <FailureNote failure={problem} />}
      <Totals summary={summary} />
      <ChartPanel summary={summary} />
      <Rows feed={feed} summary={summary} kind={kind} setKind={setKind} />
    </div>
  )
}

function ChartPanel({ summary }: { summary: Summary | undefined }) {
  const { ref, width } = useWidth<HTMLDivElement>()
  return (
    <section class="panel chart-panel" aria-label="Tokens saved over time">
      <div class="panel-head">
        <h2>Tokens saved</h2>
        <div class="legend">
          {summary?.series.map(({ kind }) => (
            <span key={kind}>
              <i class="swatch" data-kind={kind} />
              {kind}
            </span>
          ))}
        </div>
      </div>
      <div class="panel-body" ref={ref}>
        {summary && width > 0 ? (
          <SavingsChart summary={summary} width={width - 32} />
        ) : (
          <div class="chart" />
        )}
      </div>
    </section>
  )
}

interface RowsProps {
  readonly feed: LedgerFeed
  readonly summary: Summary | undefined
  readonly kind: string | undefined
  readonly setKind: (kind: string | undefined) => void
}

function Rows({ feed, summary, kind, setKind }: RowsProps) {
  const isNarrow = useNarrow()
  const { rows } = feed
  const kinds = [
    ...new Set(['proxy', 'prune', ...(summary?.byKind.map(({ group }) => group) ?? [])]),
  ]
  const options = ['all', ...kinds.slice(0, 5)].map((value) => ({ value, label: value }))
  return (
    <section class="panel ledger" aria-label="Ledger">
      <div class="panel-head">
        <h2>Ledger</h2>
        <Segmented
          label="Kind"
          options={options}
          value={kind ?? 'all'}
          onChange={(value) => setKind(value === 'all' ? undefined : value)}
        />
      </div>
      {rows && rows.length > 0 && <LedgerHead />}
      {rows?.length === 0 && kind === undefined && <FirstRow />}
      {rows?.length === 0 && kind !== undefined && (
        <p class="panel-body soft">No entry of this kind yet.</p>
      )}
      {rows && rows.length > 0 && (
        <VirtualList
          items={rows}
          rowHeight={isNarrow ? 76 : 42}
          keyOf={({ seq }) => seq}
          row={(row) => <LedgerLine row={row} />}
          label="Entries, newest first"
          onEnd={feed.loadOlder}
        />
      )}
    </section>
  )
}

/** Counts up after `value` changed, but not more often than sums are worth asking for. */
function useTurns(value: number | undefined): number {
  const [turn, setTurn] = useState(0)
  const isWaiting = useRef(false)
  useEffect(() => {
    if (value === undefined || isWaiting.current) return
    isWaiting.current = true
    setTimeout(() => {
      isWaiting.current = false
      setTurn((last) => last + 1)
    }, sumEveryMs)
  }, [value])
  return turn
}
