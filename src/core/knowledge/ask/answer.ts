import { english } from '../../text/say.ts'
import type { Citation } from '../search/search-hit.ts'

/** Why a question has no answer. A refusal is an answer, not a failure. */
export type RefusalReason =
  | 'score_gate'
  | 'llm_self_judge'
  | 'no_index'
  | 'no_chunks'
  | 'llm_stream_aborted'
  | 'multi_hop_decompose_failed'
  | 'nli_verification_failed'
  | 'nli_model_unavailable'

/** A claim's source: `marker` is how the answer names it. */
export interface AnswerCitation extends Citation {
  readonly marker: string
  readonly chunk_id: string
  readonly doc_id: string
  readonly title: string
  readonly stale: boolean
}

/** One step of a multi-hop answer. */
export interface Hop {
  readonly iter: number
  readonly kind: 'decompose' | 'retrieve' | 'decide' | 'synthesize'
  readonly sub_queries: readonly string[]
  /** Chunks this step added to the pool. */
  readonly context_chunks_added: number
  /** A limit ended the loop, not the model: `depth`, `pool`, `unreadable`, `no_new_chunks`. */
  readonly forced_stop: string | null
  readonly duration_ms: number
}

/** What was checked after the model spoke. */
export interface Verification {
  readonly method: 'spans' | 'entailment'
  readonly passed: boolean
  /** Numbers, names and quotations the cited chunks do not hold. */
  readonly unsupported: readonly string[]
}

/** The envelope of every answer and refusal. */
export interface Answer {
  readonly schema_version: 'answer.v1'
  readonly answer: string
  readonly method: 'generated' | 'extractive' | 'refused'
  readonly citations: readonly AnswerCitation[]
  readonly grounded: boolean
  readonly refusal_reason: RefusalReason | null
  readonly model: string | null
  readonly embedding: string | null
  readonly prompt_template_version: string
  readonly retrieval: Retrieval
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number }
  readonly created_at: string
  readonly hops: readonly Hop[] | null
  readonly verification: Verification | null
  /** Set when the model could not be reached and sentences were quoted in its place. */
  readonly fallback_of: string | null
}

interface Retrieval {
  readonly mode: string
  readonly k: number
  readonly chunks_returned: number
  readonly legs: readonly string[]
  /** By what each leg found its chunks. */
  readonly by: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  /** How much of the question the best chunk speaks of, 0 to 1; the gate compares it with `score_gate`. */
  readonly score: number
  readonly score_gate: number
}

/** What is said in place of an answer. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  score_gate: english('The knowledge base does not say enough about this question.'),
  llm_self_judge: english('The passages found do not answer this question.'),
  no_index: english('The search asked for needs vectors, and the knowledge base has none.'),
  no_chunks: english('The knowledge base holds nothing about this question.'),
  llm_stream_aborted: english('The model stopped before the end of its answer.'),
  multi_hop_decompose_failed: english('The model did not divide the question into smaller ones.'),
  nli_verification_failed: english('The answer says things the cited passages do not.'),
  nli_model_unavailable: english(
    'The answer could not be verified: the verifying model does not answer.',
  ),
}
