import { useCall } from '../../api/use-call.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

interface SourcesProps {
  readonly kind: 'veille' | 'clarification'
  readonly title: string
  readonly none: string
  readonly command: string
}

/** Notes that people wrote, newest first. */
export function Sources({ kind, title, none, command }: SourcesProps) {
  const { value, failure } = useCall('memory.search', { kind, limit: 100 })
  return (
    <section class="panel" aria-label={title}>
      <div class="panel-head">
        <h2>{title}</h2>
        <span class="soft">{value?.hits.length ?? ''}</span>
      </div>
      {failure && <FailureNote failure={failure} />}
      {value?.hits.length === 0 && (
        <div class="empty">
          <p class="soft">{none}</p>
          <CommandLine command={command} />
        </div>
      )}
      <ul class="sources">
        {value?.hits.map(({ id, date, text }) => (
          <li key={id}>
            <time class="soft" dateTime={date}>
              {date.slice(0, 10)}
            </time>
            <ForeignText text={text} most={280} />
          </li>
        ))}
      </ul>
    </section>
  )
}
