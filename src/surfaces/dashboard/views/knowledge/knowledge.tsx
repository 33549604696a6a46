import { useRef, useState } from 'preact/hooks'
import type { Failure } from '../../api/call.ts'
import { callStreaming } from '../../api/call-streaming.ts'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { Answer } from './answer.tsx'
import { Passages } from './passages.tsx'
import { SourceList } from './source-list.tsx'

/** Documents, and what they say about a question. */
export function Knowledge() {
  const schema = useCall('knowledge.schema', {})
  const [question, setQuestion] = useState('')
  const [searched, setSearched] = useState<string>()
  const ask = useAsk()
  const isEmpty = schema.value?.documents === 0
  const search = (event: Event): void => {
    event.preventDefault()
    if (question.trim() !== '') setSearched(question.trim())
  }
  // Passages of an earlier search say nothing about this question.
  const startAsking = (query: string, isHopping: boolean): void => {
    if (searched !== query) setSearched(undefined)
    ask.start(query, isHopping)
  }
  return (
    <div class="view">
      <div class="view-head">
        <h1>Knowledge</h1>
      </div>
      {schema.failure && <FailureNote failure={schema.failure} retry={schema.reload} />}
      <form class="ask" onSubmit={search}>
        <input
          class="input"
          type="search"
          aria-label="Question or words"
          placeholder="Question or words"
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
        <button type="submit" class="button">
          Search
        </button>
        <AskButton question={question} isHopping={false} onAsk={startAsking} />
        <AskButton question={question} isHopping={true} onAsk={startAsking} />
      </form>
      <div class="knowledge-layout">
        <div class="knowledge-main">
          {ask.failure && <FailureNote failure={ask.failure} />}
          {ask.state !== 'idle' && (
            <Answer text={ask.text} answer={ask.answer} isWriting={ask.state === 'writing'} />
          )}
          {searched !== undefined && <Passages query={searched} />}
          {isEmpty && <NoDocument />}
          {!isEmpty && ask.state === 'idle' && searched === undefined && (
            <section class="panel empty" aria-label="Nothing asked yet">
              <h2>Ask your documents</h2>
              <p class="soft">
                Search shows the passages and how each was found. Ask writes an answer from them,
                with citations, or refuses and says which number made it refuse.
              </p>
            </section>
          )}
        </div>
        <SourceList schema={schema.value} />
      </div>
    </div>
  )
}

interface Asking {
  readonly state: 'idle' | 'writing' | 'done'
  readonly text: string
  readonly answer: OutputOf<'knowledge.ask'> | undefined
  readonly failure: Failure | undefined
  start(query: string, isHopping: boolean): void
}

/** One question at a time; a new one ends the one before. */
function useAsk(): Asking {
  const [state, setState] = useState<Asking['state']>('idle')
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<OutputOf<'knowledge.ask'>>()
  const [failure, setFailure] = useState<Failure>()
  const running = useRef<AbortController>(undefined)
  const run = async (query: string, isHopping: boolean): Promise<void> => {
    running.current?.abort()
    const left = new AbortController()
    running.current = left
    setState('writing')
    setText('')
    setAnswer(undefined)
    setFailure(undefined)
    const onText = (more: string): void => {
      if (!left.signal.aborted) setText((last) => last + more)
    }
    const input = { query, multi_hop: isHopping }
    const outcome = await callStreaming('knowledge.ask', input, onText, left.signal)
    if (left.signal.aborted) return
    setState(outcome.kind === 'done' ? 'done' : 'idle')
    if (outcome.kind === 'done') setAnswer(outcome.value)
    else setFailure(outcome.failure)
  }
  const start = (query: string, isHopping: boolean): void => {
    run(query, isHopping).catch(reportError)
  }
  return { state, text, answer, failure, start }
}

interface AskButtonProps {
  readonly question: string
  readonly isHopping: boolean
  readonly onAsk: Asking['start']
}

function AskButton({ question, isHopping, onAsk }: AskButtonProps) {
  const query = question.trim()
  return (
    <button
      type="button"
      class={isHopping ? 'button' : 'button button-main'}
      disabled={query === ''}
      onClick={() => onAsk(query, isHopping)}
    >
      {isHopping ? 'Ask in steps' : 'Ask'}
    </button>
  )
}

function NoDocument() {
  return (
    <section class="panel empty">
      <div>
        <h2>No document yet</h2>
        <p class="soft">Files stay where they are; Tamis keeps an index of them.</p>
      </div>
      <CommandLine command="tamis ingest ./docs" />
    </section>
  )
}
