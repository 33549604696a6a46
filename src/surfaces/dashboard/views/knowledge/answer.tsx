import { useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { CopyButton } from '../../parts/controls/copy-button.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { count } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { Markdown } from '../../parts/text/markdown/markdown.tsx'
import { Marked, wordsOf } from '../../parts/text/marked.tsx'
import { linkTo } from '../../shell/router.ts'
import { HopTrace } from './hop-trace.tsx'
import { isProse, readable } from './is-prose.ts'
import { Refusal } from './refusal.tsx'

type AnswerV1 = OutputOf<'knowledge.ask'>
type Citation = AnswerV1['citations'][number]

interface AnswerProps {
  /** What has been written so far. */
  readonly text: string
  readonly answer: AnswerV1 | undefined
  readonly isWriting: boolean
}

/** An answer while it is written, then with its citations; or a refusal and its rule. */
export function Answer({ text, answer, isWriting }: AnswerProps) {
  const [open, setOpen] = useState<string>()
  const shown = answer?.answer ?? text
  const citation = answer?.citations.find(({ marker }) => marker === open)
  const mark = (marker: string) =>
    answer ? (
      <CitationMark
        marker={marker}
        isOpen={marker === open}
        onOpen={() => setOpen(marker === open ? undefined : marker)}
      />
    ) : (
      marker
    )
  return (
    <section class="panel" aria-label={say('Answer')} aria-busy={isWriting}>
      <div class="panel-head">
        <h2>
          {isWriting ? say('Answering') : answer?.refusal_reason ? say('Refused') : say('Answer')}
        </h2>
        {answer && <Provenance answer={answer} />}
        {answer && !answer.refusal_reason && (
          <CopyButton text={answer.answer} label={say('Copy answer')} />
        )}
      </div>
      <div class="panel-body answer">
        <div class="answer-text" aria-live="polite">
          <Markdown text={shown} citation={mark} />
        </div>
        {answer?.refusal_reason && <Refusal reason={answer.refusal_reason} answer={answer} />}
        {citation && <CitedPassage citation={citation} answer={shown} key={citation.chunk_id} />}
        {answer && answer.citations.length > 0 && (
          <ul class="citations">
            {answer.citations.map((one) => (
              <li key={one.marker}>
                {mark(one.marker)}{' '}
                <a href={linkTo('knowledge', one.doc_id, `${one.start_line}-${one.end_line}`)}>
                  <ForeignText text={one.path} most={160} />:{one.start_line}–{one.end_line}
                </a>{' '}
                {one.stale && <span class="tag tag-warn">{say('stale')}</span>}
              </li>
            ))}
          </ul>
        )}
        {answer?.hops && <HopTrace hops={answer.hops} />}
      </div>
    </section>
  )
}

interface CitationMarkProps {
  readonly marker: string
  readonly isOpen: boolean
  readonly onOpen: () => void
}

function CitationMark({ marker, isOpen, onOpen }: CitationMarkProps) {
  return (
    <button type="button" class="citation-mark" aria-expanded={isOpen} onClick={onOpen}>
      {marker}
    </button>
  )
}

function Provenance({ answer }: { answer: AnswerV1 }) {
  const { method, model, usage, fallback_of } = answer
  const how = {
    generated: model ? say('written by {}', model) : say('written by a model'),
    extractive: say('quoted, no model was asked'),
    refused: say('no answer was given'),
  }[method]
  return (
    <span class="soft">
      {how}
      {fallback_of && `, ${say('the model does not answer')}`}
      {usage.prompt_tokens > 0 &&
        `, ${say('{} tokens read, {} written', count(usage.prompt_tokens), count(usage.completion_tokens))}`}
    </span>
  )
}

/** The passage behind a mark, with the words of the answer marked in it. */
function CitedPassage({ citation, answer }: { citation: Citation; answer: string }) {
  const { value, failure } = useCall('knowledge.fetch', { id: citation.chunk_id })
  if (failure) return <FailureNote failure={failure} />
  return (
    <div class="omission">
      <p class="soft">
        {citation.marker} <ForeignText text={citation.title || citation.path} most={120} />
      </p>
      {value && (
        <div
          class={isProse(citation.path) ? 'cited-text foreign' : 'cited-text foreign mono'}
          dir="auto"
        >
          <Marked text={readable(citation.path, value.text)} words={wordsOf(answer)} />
        </div>
      )}
    </div>
  )
}
