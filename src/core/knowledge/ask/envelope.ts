import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import { citationOf } from '../search/search-hit.ts'
import { type Answer, type AnswerCitation, type RefusalReason, refusalTexts } from './answer.ts'
import type { AskDeps, Probed } from './deps.ts'

/** What differs from one answer to the next. */
export type AnswerParts = Partial<
  Pick<
    Answer,
    | 'answer'
    | 'method'
    | 'citations'
    | 'grounded'
    | 'model'
    | 'prompt_template_version'
    | 'usage'
    | 'hops'
    | 'verification'
    | 'fallback_of'
  >
>

/** The envelope around an answer. Times are whole seconds: a refusal made twice reads the same. */
export function envelope(deps: AskDeps, { request, found }: Probed, parts: AnswerParts): Answer {
  return {
    schema_version: 'answer.v1',
    answer: '',
    method: 'generated',
    citations: [],
    grounded: false,
    refusal_reason: null,
    model: deps.llm?.model ?? null,
    embedding: deps.embedder?.model ?? null,
    prompt_template_version: deps.settings.promptTemplateVersion,
    retrieval: {
      mode: request.mode,
      k: request.k,
      chunks_returned: found.chunks.length,
      legs: found.legs,
      by: found.by,
      missing: found.missing,
      score: Math.round(found.evidence * 1e4) / 1e4,
      score_gate: deps.settings.scoreGate,
    },
    usage: { prompt_tokens: 0, completion_tokens: 0 },
    created_at: toIsoTime(Math.floor(deps.now() / 1000) * 1000),
    hops: null,
    verification: null,
    fallback_of: null,
    ...parts,
  }
}

/** A refusal in the same envelope. */
export function refuse(
  deps: AskDeps,
  probed: Probed,
  reason: RefusalReason,
  parts: AnswerParts = {},
): Answer {
  const refused = envelope(deps, probed, {
    answer: refusalTexts[reason],
    method: 'refused',
    ...parts,
  })
  return { ...refused, refusal_reason: reason, grounded: false }
}

/** The reason not to ask a model at all, or `undefined` when there is evidence. */
export function reasonToRefuse(
  deps: AskDeps,
  { found, request }: Probed,
): RefusalReason | undefined {
  if (request.mode === 'vector' && found.missing.length > 0) return 'no_index'
  if (found.chunks.length === 0) return 'no_chunks'
  return found.evidence < deps.settings.scoreGate ? 'score_gate' : undefined
}

/** A chunk as the source `[number]`. */
export function toCitation(
  { now, staleAfterMs }: Pick<AskDeps, 'now' | 'staleAfterMs'>,
  chunk: KeyedChunk,
  number: number,
): AnswerCitation {
  return {
    marker: `[${number}]`,
    chunk_id: chunk.id,
    doc_id: chunk.documentId,
    title: chunk.document.title,
    ...citationOf(chunk),
    stale: now() - chunk.document.indexedAt > staleAfterMs,
  }
}
