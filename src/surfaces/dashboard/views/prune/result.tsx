import { useCallback, useMemo, useState } from 'preact/hooks'
import { heard, say } from '../../locale/say.ts'
import { BeforeAfter } from '../../parts/before-after.tsx'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { scrollable } from '../../parts/keyboard/scrollable.ts'
import { count, duration } from '../../parts/numbers.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { VirtualList } from '../../parts/virtual-list.tsx'
import { HeatMap } from './heat-map.tsx'
import { type Row, toRows } from './lines.ts'
import { ReadAsNote } from './read-as.tsx'
import { ResultRow } from './result-row.tsx'
import type { Preview } from './use-preview.ts'

interface ResultProps {
  readonly preview: Preview
  readonly wraps: boolean
  readonly onWrap: (wraps: boolean) => void
}

/** The text with its folds: click one to see what was left out. */
export function Result({ preview: { text, pruned }, wraps, onWrap }: ResultProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => toRows(text, pruned, open), [text, pruned, open])
  const scores = pruned.line_scores ?? []
  // A phone has no room for long lines, nor a finger for folds as low as a line.
  const isNarrow = useNarrow()
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
    <section class="panel prune-result" aria-label={say('Result')}>
      <ResultHead pruned={pruned} wraps={wraps} onWrap={isNarrow ? undefined : onWrap} />
      <div class="prune-body">
        {wraps || isNarrow ? (
          <WrappedRows rows={rows} toggle={toggle} />
        ) : (
          <VirtualList
            items={rows}
            rowHeight={22}
            keyOf={keyOf}
            row={(row) => <ResultRow row={row} toggle={toggle} />}
            label={say('Lines')}
          />
        )}
        {scores.length > 0 && <HeatMap scores={scores} isKept={isKept} />}
      </div>
    </section>
  )
}

function keyOf(row: Row): string | number {
  return row.kind === 'fold' ? `fold ${row.start}` : row.number
}

const stepRows = 2000

/** Rows as high as their lines need, a few thousand at a time. */
function WrappedRows({ rows, toggle }: { rows: readonly Row[]; toggle: (start: number) => void }) {
  const [shown, setShown] = useState(stepRows)
  const rest = rows.length - shown
  return (
    <section class="prune-wrapped" {...scrollable} aria-label={say('Lines')}>
      {rows.slice(0, shown).map((row) => (
        <ResultRow key={keyOf(row)} row={row} toggle={toggle} />
      ))}
      {rest > 0 && (
        <button type="button" class="button" onClick={() => setShown(shown + stepRows)}>
          {say('Show {} more lines', count(Math.min(rest, stepRows)))}
        </button>
      )}
    </section>
  )
}

interface ResultHeadProps {
  readonly pruned: Preview['pruned']
  readonly wraps: boolean
  /** Absent where there is no choice. */
  readonly onWrap: ((wraps: boolean) => void) | undefined
}

function ResultHead({ pruned, wraps, onWrap }: ResultHeadProps) {
  const { stats, warnings, read_as } = pruned
  return (
    <div class="panel-head">
      <h2 aria-live="polite">
        {say(
          '{} of {} kept',
          count(stats.kept_lines),
          say('{} line|{} lines', stats.original_lines),
        )}
      </h2>
      {read_as && <ReadAsNote readAs={read_as} />}
      {warnings.map((warning) => (
        <span class="tag tag-warn" key={warning}>
          {heard(warning)}
        </span>
      ))}
      <span class="prune-sizes">
        <BeforeAfter before={stats.tokens_est_before} after={stats.tokens_est_after} />
      </span>
      <span class="soft prune-took">{duration(stats.elapsed_ms)}</span>
      {onWrap && (
        <label class="check">
          <input
            type="checkbox"
            checked={wraps}
            onChange={(event) => onWrap(event.currentTarget.checked)}
          />{' '}
          {say('Wrap lines')}
        </label>
      )}
      <CopyButton text={pruned.pruned_text} label={say('Copy result')} />
    </div>
  )
}
