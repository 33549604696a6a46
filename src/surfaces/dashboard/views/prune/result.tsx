import { useCallback, useMemo, useState } from 'preact/hooks'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { count, counted, duration } from '../../parts/numbers.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { HeatMap } from './heat-map.tsx'
import { type Row, toRows } from './lines.ts'
import type { Preview } from './use-preview.ts'

/** The text with its folds: click one to see what was left out. */
export function Result({ preview: { text, pruned } }: { preview: Preview }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => toRows(text, pruned, open), [text, pruned, open])
  const scores = pruned.line_scores ?? []
  const isKept = useCallback(
    (line: number) =>
      !pruned.annotations.some(
        ({ original_start_line, original_end_line }) =>
          line >= original_start_line && line <= original_end_line,
      ),
    [pruned],
  )
  const toggle = (start: number): void =>
    setOpen((last) =>
      last.has(start)
        ? new Set([...last].filter((one) => one !== start))
        : new Set([...last, start]),
    )
  return (
    <section class="panel prune-result" aria-label="Result">
      <ResultHead pruned={pruned} />
      <div class="prune-body">
        <VirtualList
          items={rows}
          rowHeight={22}
          keyOf={(row) => (row.kind === 'fold' ? `fold ${row.start}` : row.number)}
          row={(row) => <ResultRow row={row} toggle={toggle} />}
          label="Lines"
        />
        {scores.length > 0 && <HeatMap scores={scores} isKept={isKept} />}
      </div>
    </section>
  )
}

function ResultHead({ pruned }: { pruned: Preview['pruned'] }) {
  const { stats, warnings } = pruned
  return (
    <div class="panel-head">
      <h2 aria-live="polite">
        {count(stats.kept_lines)} of {counted(stats.original_lines, 'line')} kept
      </h2>
      {warnings.map((warning) => (
        <span class="tag tag-warn" key={warning}>
          {warning}
        </span>
      ))}
      <span class="prune-sizes">
        <BeforeAfter before={stats.tokens_est_before} after={stats.tokens_est_after} />
      </span>
      <span class="soft">{duration(stats.elapsed_ms)}</span>
      <CopyButton text={pruned.pruned_text} label="Copy result" />
    </div>
  )
}

function ResultRow({ row, toggle }: { row: Row; toggle: (start: number) => void }) {
  if (row.kind === 'fold')
    return (
      <button
        type="button"
        class="prune-fold"
        aria-expanded={row.isOpen}
        title={row.marker}
        onClick={() => toggle(row.start)}
      >
        <span class="prune-number">{row.isOpen ? '−' : '+'}</span>
        {counted(row.end - row.start + 1, 'line')} left out ({row.start}–{row.end}), {row.reason}
      </button>
    )
  return (
    <div class={row.isKept ? 'prune-line' : 'prune-line prune-gone'}>
      <span class="prune-number">{row.number}</span>
      <span
        class="prune-heat"
        title={`Score ${row.score} of 100`}
        style={{ opacity: String(0.06 + (0.94 * row.score) / 100) }}
      />
      <span class="one-line prune-text">
        <ForeignText text={row.text} />
      </span>
      {row.isCut && <span class="tag">cut inside</span>}
      {row.reason && <span class="tag tag-accent">{row.reason}</span>}
    </div>
  )
}
