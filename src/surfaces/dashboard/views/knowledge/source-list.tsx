import { useEffect, useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { heard, say } from '../../locale/say.ts'
import { TwiceButton } from '../../parts/controls/twice-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { count, percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { setQuery } from '../../shell/router.ts'
import { AddSource } from './add-source.tsx'
import { KeptSources } from './kept-sources.tsx'

type Schema = OutputOf<'knowledge.schema'>

const lookAgainMs = 2000

interface SourceListProps {
  readonly schema: Schema | undefined
  readonly chosen: string
  readonly onChange: () => void
}

/** What is indexed, source by source, how far embedding has come, and with which models. */
export function SourceList({ schema, chosen, onChange }: SourceListProps) {
  const [failure, setFailure] = useState<Failure>()
  const lacking = schema?.embedder ? schema.withoutVector : 0
  // Embedding goes on in the background; the bar follows it until it is done.
  useEffect(() => {
    if (lacking === 0) return
    const timer = setTimeout(onChange, lookAgainMs)
    return () => clearTimeout(timer)
  }, [schema])
  if (!schema) return <section class="panel" aria-busy="true" aria-label={say('Sources')} />
  const forget = async (source: string): Promise<void> => {
    const outcome = await call('knowledge.reset', { source })
    setFailure(outcome.kind === 'failed' ? outcome.failure : undefined)
    if (source === chosen) setQuery({ source: '' })
    onChange()
  }
  return (
    <section class="panel" aria-label={say('Sources')}>
      <div class="panel-head">
        <h2>{say('Sources')}</h2>
        <span class="soft">{say('{} document|{} documents', schema.documents)}</span>
      </div>
      {failure && <FailureNote failure={failure} />}
      <ul class="source-list">
        {schema.sources.map(({ source, documents, chunks, trust }) => (
          <li key={source}>
            <button
              type="button"
              class="source-name one-line"
              aria-pressed={source === chosen}
              onClick={() => setQuery({ source: source === chosen ? '' : source })}
            >
              <ForeignText text={source} most={80} />
            </button>
            <TwiceButton
              label={say('Forget')}
              sure={say('Forget it; files stay on disk')}
              name={source}
              onSure={() => forget(source).catch(reportError)}
            />
            <span class="soft">
              {say('{} document|{} documents', documents)}, {say('{} passage|{} passages', chunks)},{' '}
              {say('{} trust', heard(trust))}
            </span>
          </li>
        ))}
        <Vectors schema={schema} />
        <li>
          <span>{say('Language model')}</span>
          <span />
          <span class="soft">{schema.llm ?? say('none: the best sentences are quoted')}</span>
        </li>
      </ul>
      <KeptSources onRead={onChange} />
      <AddSource onDone={onChange} />
    </section>
  )
}

function Vectors({ schema }: { schema: Schema }) {
  const { vectors, withoutVector, embedder } = schema
  const all = vectors + withoutVector
  return (
    <li>
      <span>{say('Search by meaning')}</span>
      <span class="number">{embedder ? percent(vectors, all) || say('ready') : say('off')}</span>
      <span class="soft">
        {embedder
          ? withoutVector > 0
            ? say('{} of {} passages embedded by {}', count(vectors), count(all), embedder.model)
            : say('every passage embedded by {}', embedder.model)
          : say('no embedder is configured; only words are compared')}
      </span>
      {embedder && withoutVector > 0 && (
        <progress class="progress" value={vectors} max={all} aria-label={say('Embedding')} />
      )}
    </li>
  )
}
