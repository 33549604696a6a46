import { say } from '../../locale/say.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import type { KeptReason, Row } from './lines.ts'
import { recordName } from './read-as.tsx'

/** Why a block stays, in a word or two. */
const reasons = (): Readonly<Record<KeptReason, string>> => ({
  goal: say('goal'),
  error: say('error'),
  standout: say('stands out'),
  structure: say('structure'),
  context: say('context'),
  directive: say('must stay'),
  constraint: say('only a limit keeps it'),
})

/** One line, or a fold that opens. */
export function ResultRow({ row, toggle }: { row: Row; toggle: (start: number) => void }) {
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
        {say(
          '{} left out ({}–{}), {}',
          say('{} line|{} lines', row.end - row.start + 1),
          row.start,
          row.end,
          row.reason,
        )}
      </button>
    )
  const { record, reason } = row
  return (
    <div class={row.isKept ? 'prune-line' : 'prune-line prune-gone'}>
      <span class="prune-number">{row.number}</span>
      <span
        class="prune-heat"
        title={say('Score {} of 100', row.score)}
        style={{ opacity: String(0.06 + (0.94 * row.score) / 100) }}
      />
      <span
        class="prune-record"
        data-record={record?.kind}
        title={record && say('part of: {}', recordName(record.kind))}
      />
      <span class="prune-text">
        <ForeignText text={row.text} />
      </span>
      {row.isCut && <span class="tag">{say('cut inside')}</span>}
      {record?.isFirst && record.kind !== 'entry' && (
        <span class={record.kind === 'failure' ? 'tag tag-bad' : 'tag'}>
          {recordName(record.kind)}
        </span>
      )}
      {reason && <span class="tag tag-accent">{reasons()[reason]}</span>}
    </div>
  )
}
