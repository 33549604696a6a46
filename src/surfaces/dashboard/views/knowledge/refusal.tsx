import type { OutputOf } from '../../api/operations.ts'
import { say, sayWith } from '../../locale/say.ts'
import { count } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'

type AnswerV1 = OutputOf<'knowledge.ask'>
type Reason = NonNullable<AnswerV1['refusal_reason']>

interface Rule {
  readonly name: string
  readonly says: string
  /** What a person may do about it. */
  readonly advice: string
}

const rules = (): Readonly<Record<Reason, Rule>> => ({
  score_gate: {
    name: say('Score gate'),
    says: say('No passage covers enough of the question, so no model was asked.'),
    advice: say('Ask in other words, add the document, or lower rag.score_gate in Settings.'),
  },
  llm_self_judge: {
    name: say('The model’s own judgement'),
    says: say('The model read the passages and found no answer in them.'),
    advice: say('Search shows what it read. “Ask in steps” looks further.'),
  },
  no_index: {
    name: say('No vectors'),
    says: say('Search by meaning alone needs vectors, and there are none.'),
    advice: say('Search by words, or configure an embedder.'),
  },
  no_chunks: {
    name: say('Nothing found'),
    says: say('No passage shares a word or a meaning with the question.'),
    advice: say('Clear the filters, or add the document.'),
  },
  llm_stream_aborted: {
    name: say('Unfinished answer'),
    says: say('The model stopped in the middle of its answer.'),
    advice: say('Ask again.'),
  },
  multi_hop_decompose_failed: {
    name: say('Question not split'),
    says: say('The model did not split the question.'),
    advice: say('Ask without steps.'),
  },
  nli_verification_failed: {
    name: say('Verification'),
    says: say('The answer claims things the cited passages do not say.'),
    advice: say('Search shows the passages themselves.'),
  },
  nli_model_unavailable: {
    name: say('Verification'),
    says: say('The model that verifies answers does not answer.'),
    advice: say('Settings shows what is wrong with it.'),
  },
})

/** Which rule refused, by what numbers, and what to do about it. */
export function Refusal({ reason, answer }: { reason: Reason; answer: AnswerV1 }) {
  const { retrieval, verification } = answer
  const { name, says, advice } = rules()[reason]
  return (
    <div class="refusal">
      <p>
        <strong>{name}.</strong> {says} <code class="faint">{reason}</code>
      </p>
      <p>
        {sayWith(
          'The best passage scores {}; the gate is {}. {} passages were read.',
          <strong>{retrieval.score.toFixed(2)}</strong>,
          <strong>{retrieval.score_gate.toFixed(2)}</strong>,
          count(retrieval.chunks_returned),
        )}
      </p>
      <Gate score={retrieval.score} gate={retrieval.score_gate} />
      {verification && verification.unsupported.length > 0 && (
        <p>
          {say('Not in the passages:')}{' '}
          <ForeignText text={verification.unsupported.join(', ')} most={300} />
        </p>
      )}
      <p class="soft">{advice}</p>
    </div>
  )
}

/** The score as a bar, and the gate it had to pass. */
function Gate({ score, gate }: { score: number; gate: number }) {
  return (
    <svg class="gate-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="gate-score" width={100 * Math.min(1, score)} height="8" />
      <rect class="gate-line" x={100 * Math.min(1, gate)} width="0.8" height="8" />
    </svg>
  )
}
