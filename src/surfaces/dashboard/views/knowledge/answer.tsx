import { useState } from 'preact/hooks'
import { markHidden } from '../../../../core/text/mark-hidden.ts'
import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { LongText } from '../../parts/long-text.tsx'
import { count } from '../../parts/numbers.ts'
import { HopTrace } from './hop-trace.tsx'

type AnswerV1 = OutputOf<'knowledge.ask'>

interface AnswerProps {
  /** What has been written so far. */
  readonly text: string
  readonly answer: AnswerV1 | undefined
  readonly isWriting: boolean
}

/** An answer while it is written, then with its citations; or a refusal and its number. */
export function Answer({ text, answer, isWriting }: AnswerProps) {
  const [open, setOpen] = useState<string>()
  const shown = answer?.answer ?? text
  const citation = answer?.citations.find(({ marker }) => marker === open)
  return (
    <section class="panel" aria-label="Answer" aria-busy={isWriting}>
      <div class="panel-head">
        <h2>{isWriting ? 'Answering' : answer?.refusal_reason ? 'Refused' : 'Answer'}</h2>
        {answer && <Provenance answer={answer} />}
      </div>
      <div class="panel-body answer">
        <p class="answer-text foreign" aria-live="polite">
          <Cited
            text={shown}
            isLive={answer !== undefined}
            onOpen={(marker) => setOpen(marker === open ? undefined : marker)}
          />
        </p>
        {answer?.refusal_reason && <Refusal answer={answer} />}
        {citation && <Passage citation={citation} key={citation.chunk_id} />}
        {answer && answer.citations.length > 0 && (
          <ul>
            {answer.citations.map(({ marker, path, start_line, end_line, stale }) => (
              <li key={marker}>
                <button
                  type="button"
                  class="citation-mark"
                  aria-expanded={marker === open}
                  onClick={() => setOpen(marker === open ? undefined : marker)}
                >
                  {marker}
                </button>{' '}
                <span class="soft">
                  <ForeignText text={path} most={160} />:{start_line}–{end_line}
                </span>{' '}
                {stale && <span class="tag tag-warn">stale</span>}
              </li>
            ))}
          </ul>
        )}
        {answer?.hops && <HopTrace hops={answer.hops} />}
      </div>
    </section>
  )
}

/** `[1]` in an answer opens the passage behind it. */
function Cited({
  text,
  isLive,
  onOpen,
}: {
  text: string
  isLive: boolean
  onOpen: (marker: string) => void
}) {
  const parts = text.split(/(\[\d+\])/)
  return (
    <>
      {parts.map((part, at) =>
        isLive && /^\[\d+\]$/.test(part) ? (
          <button
            type="button"
            class="citation-mark"
            key={`${at} ${part}`}
            onClick={() => onOpen(part)}
          >
            {part}
          </button>
        ) : (
          markHidden(part)
        ),
      )}
    </>
  )
}

function Provenance({ answer }: { answer: AnswerV1 }) {
  const { method, model, usage, fallback_of } = answer
  return (
    <span class="soft">
      {method}
      {method === 'generated' && model && ` by ${model}`}
      {fallback_of && ', the model does not answer'}
      {usage.prompt_tokens > 0 &&
        `, ${count(usage.prompt_tokens)} + ${count(usage.completion_tokens)} tokens`}
    </span>
  )
}

function Refusal({ answer: { refusal_reason, retrieval, verification } }: { answer: AnswerV1 }) {
  return (
    <div class="refusal">
      <p>
        <code>{refusal_reason}</code> The best passage scores{' '}
        <strong>{retrieval.score.toFixed(2)}</strong>; the gate is{' '}
        <strong>{retrieval.score_gate.toFixed(2)}</strong>. {count(retrieval.chunks_returned)}{' '}
        passages were read.
      </p>
      {verification && verification.unsupported.length > 0 && (
        <p>
          Not in the passages: <ForeignText text={verification.unsupported.join(', ')} most={300} />
        </p>
      )}
    </div>
  )
}

function Passage({ citation }: { citation: AnswerV1['citations'][number] }) {
  const { value, failure } = useCall('knowledge.fetch', { id: citation.chunk_id })
  if (failure) return <FailureNote failure={failure} />
  return (
    <div class="omission">
      <p class="soft">
        {citation.marker} <ForeignText text={citation.title || citation.path} most={120} />
      </p>
      {value && <LongText text={value.text} />}
    </div>
  )
}
