import { useEffect, useRef } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { heard, say } from '../../locale/say.ts'
import { ago } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

type Kept = OutputOf<'knowledge.sources'>['sources'][number]

const whileReadingMs = 1000
const otherwiseMs = 15_000

/** The sources of tamis.toml that the daemon keeps fresh: how far it is, when it last read, what went wrong. */
export function KeptSources({ onRead }: { onRead: () => void }) {
  const { value, reload } = useCall('knowledge.sources', {})
  const sources = value?.sources ?? []
  const lastRead = sources.map((one) => one.last_read_at).join()
  const known = useRef('')
  useEffect(() => {
    const isBusy = sources.some(({ state }) => state === 'reading' || state === 'waiting')
    if (sources.length === 0) return
    const timer = setTimeout(reload, isBusy ? whileReadingMs : otherwiseMs)
    return () => clearTimeout(timer)
  }, [value])
  useEffect(() => {
    // What the rest of the page counts has changed with it.
    if (known.current !== '' && known.current !== lastRead) onRead()
    known.current = lastRead
  }, [lastRead])
  if (sources.length === 0) return null
  return (
    <section aria-label={say('Kept fresh')}>
      <div class="panel-head">
        <h3>{say('Kept fresh')}</h3>
      </div>
      <ul class="source-list">
        {sources.map((source) => (
          <KeptSource key={source.name} source={source} />
        ))}
      </ul>
    </section>
  )
}

function KeptSource({ source }: { source: Kept }) {
  const { name, path, state, progress, error, not_watched } = source
  return (
    <li>
      <span class="one-line" title={path}>
        <ForeignText text={name} most={80} />
      </span>
      <span class="number">{heard(state)}</span>
      <span class="soft">{summaryOf(source)}</span>
      {state === 'reading' && (
        <progress
          class="progress"
          aria-label={say('Reading {}', name)}
          {...(progress?.total ? { value: progress.done, max: progress.total } : {})}
        />
      )}
      {error && (
        <span class="soft" role="status">
          <ForeignText text={troubleOf(error, path)} most={300} />
        </span>
      )}
      {not_watched && (
        <span class="soft">
          <ForeignText text={say('not watched: {}', not_watched)} most={300} />
        </span>
      )}
    </li>
  )
}

function troubleOf({ code, message }: NonNullable<Kept['error']>, path: string): string {
  if (code === 'missing') return say('{} is missing', path)
  return code === 'unreadable' ? say('{} cannot be read', path) : message
}

function summaryOf({ counts, last_read_at, passed_over }: Kept): string {
  if (counts === null || last_read_at === null) return say('not read yet')
  const all = counts.added + counts.changed + counts.renamed + counts.unchanged
  const passed = Object.entries(passed_over)
    .filter(([reason]) => reason !== 'ignored')
    .reduce((sum, [, count]) => sum + (count ?? 0), 0)
  return [
    say('{} document|{} documents', all),
    say('read {}', ago(Date.parse(last_read_at))),
    ...(passed > 0 ? [say('{} skipped', passed)] : []),
  ].join(', ')
}
