import { useEffect, useRef, useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { LoadDemoButton } from '../../demo/load-demo-button.tsx'
import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { useKeys } from '../../parts/keyboard/use-keys.ts'
import { useNarrow } from '../../parts/use-narrow.ts'
import { type Route, setQuery } from '../../shell/router.ts'
import { Answer } from './answer.tsx'
import { Document } from './document.tsx'
import { DocumentList } from './document-list.tsx'
import { Filters } from './filters.tsx'
import { filterOf, modeOf, narrowingOf } from './narrowing.ts'
import { Passages } from './passages.tsx'
import { SourceList } from './source-list.tsx'
import { useAsk } from './use-ask.ts'

/** Documents, and what they say about a question. */
export function Knowledge({ route }: { route: Route }) {
  const { parts, query } = route
  const [open = '', lines = ''] = parts
  const schema = useCall('knowledge.schema', {})
  const narrowing = narrowingOf(query)
  const searched = query.get('q') ?? ''
  const [question, setQuestion] = useState(searched)
  useEffect(() => setQuestion(searched === '' ? question : searched), [searched])
  const ask = useAsk()
  const isEmpty = schema.value?.documents === 0
  const startAsking = (isInSteps: boolean): void => {
    const text = question.trim()
    // Passages of an earlier search say nothing about this question.
    if (searched !== text) setQuery({ q: '' })
    ask.start({
      query: text,
      multi_hop: isInSteps,
      mode: modeOf(narrowing),
      ...filterOf(narrowing),
    })
  }
  const browse = (): void => {
    ask.stop()
    setQuestion('')
    setQuery({ q: '' })
  }
  const isNarrow = useNarrow()
  if (isNarrow && open !== '')
    return (
      <div class="view">
        <h1 class="visually-hidden">{say('Knowledge')}</h1>
        <Document id={open} lines={lines} query={searched || question} key={open} />
      </div>
    )
  const isBrowsing = ask.state === 'idle' && searched === ''
  return (
    <div class="view view-wide">
      <div class="view-head">
        <h1>{say('Knowledge')}</h1>
        {!isBrowsing && (
          <button type="button" class="button button-quiet" onClick={browse}>
            {say('Browse documents')}
          </button>
        )}
      </div>
      {schema.failure && <FailureNote failure={schema.failure} retry={schema.reload} />}
      <AskForm
        question={question}
        onInput={setQuestion}
        onSearch={() => setQuery({ q: question.trim() })}
        onAsk={startAsking}
      />
      <Filters
        narrowing={narrowing}
        sources={schema.value?.sources.map(({ source }) => source) ?? []}
      />
      <div class="knowledge-layout">
        <div class="knowledge-main">
          {open !== '' && (
            <Document id={open} lines={lines} query={searched || question} key={open} />
          )}
          {ask.failure && <FailureNote failure={ask.failure} />}
          {ask.state !== 'idle' && (
            <Answer text={ask.text} answer={ask.answer} isWriting={ask.state === 'writing'} />
          )}
          {searched !== '' && <Passages query={searched} narrowing={narrowing} />}
          {isEmpty && <NoDocument onDone={schema.reload} />}
          {!isEmpty && isBrowsing && <DocumentList narrowing={narrowing} open={open} />}
        </div>
        <SourceList schema={schema.value} chosen={narrowing.source} onChange={schema.reload} />
      </div>
    </div>
  )
}

interface AskFormProps {
  readonly question: string
  readonly onInput: (text: string) => void
  readonly onSearch: () => void
  readonly onAsk: (isInSteps: boolean) => void
}

/** Enter searches; asking a model is a button of its own. `/` leads here. */
function AskForm({ question, onInput, onSearch, onAsk }: AskFormProps) {
  const field = useRef<HTMLInputElement>(null)
  useKeys({ '/': () => field.current?.focus() })
  const isEmpty = question.trim() === ''
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) onSearch()
      }}
    >
      <input
        class="input"
        type="search"
        ref={field}
        aria-label={say('Question or words')}
        placeholder={say('Question or words')}
        value={question}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      <button type="submit" class="button" disabled={isEmpty}>
        {say('Search')}
      </button>
      <button
        type="button"
        class="button button-main"
        disabled={isEmpty}
        onClick={() => onAsk(false)}
      >
        {say('Ask')}
      </button>
      <button type="button" class="button" disabled={isEmpty} onClick={() => onAsk(true)}>
        {say('Ask in steps')}
      </button>
    </form>
  )
}

function NoDocument({ onDone }: { onDone: () => void }) {
  return (
    <section class="panel empty" aria-label={say('No document yet')}>
      <div>
        <h2>{say('No document yet')}</h2>
        <p class="soft">{say('Files stay where they are; Tamis keeps an index of them.')}</p>
      </div>
      <CommandLine command="tamis ingest ./docs" />
      <button type="button" class="button" onClick={onDone}>
        {say('Look again')}
      </button>
      <LoadDemoButton />
    </section>
  )
}
