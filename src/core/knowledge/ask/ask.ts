import { EngineError } from '../../../errors.ts'
import { compoundTerms } from '../search/index-terms.ts'
import { plainQuery } from '../search/parse-query.ts'
import { askStore, type Question } from '../search/question.ts'
import { search } from '../search/search.ts'
import type { Answer } from './answer.ts'
import { whyAbsent } from './answer-present.ts'
import type { AskDeps, AskRequest, OnText, Probed } from './deps.ts'
import { envelope, reasonToRefuse, refuse, toCitation } from './envelope.ts'
import { extractSentences } from './extract-sentences.ts'
import { answerInHops } from './multi-hop.ts'
import { synthesize } from './synthesize.ts'

/** Passages that an extractive answer quotes, at most. */
const extractLimit = 3

/**
 * Searches first, whatever follows: a question the base says nothing about is refused before any
 * model is asked, in one pass and in several alike.
 */
export async function ask(
  asked: AskDeps,
  request: AskRequest,
  onText?: OnText,
  signal?: AbortSignal,
): Promise<Answer> {
  const { question, mode, k, filter } = request
  const found = await search(
    asked,
    { query: question, mode, limit: k, filter, syntax: 'plain' },
    signal,
  )
  // A model that was away for the first search is not waited for again in this answer.
  const isAway = mode === 'hybrid' && found.missing.includes('embedder')
  const deps = isAway ? { ...asked, embedder: undefined } : asked
  const probed: Probed = { request, found }
  const read = await readQuestion(deps, question)
  const refused = refusalOf(deps, probed, read)
  if (refused) return refused
  const { llm } = deps
  if (request.extractive || (llm === undefined && !request.multiHop))
    return answerWithExtracts(deps, probed, read, null)
  if (llm === undefined) throw noModel()
  try {
    if (request.multiHop) return await answerInHops(deps, probed, llm, onText, signal)
    const parts = {}
    return await synthesize(deps, { probed, llm, chunks: found.chunks, parts }, onText, signal)
  } catch (error) {
    if (!isUnreachable(error) || !deps.settings.fallBackToExtracts) throw error
    return answerWithExtracts(deps, probed, read, llm.model)
  }
}

function refusalOf(deps: AskDeps, probed: Probed, question: Question): Answer | undefined {
  const reason = reasonToRefuse(deps, probed)
  if (reason) return refuse(deps, probed, reason)
  const absent = whyAbsent(question, probed.found.chunks)
  return absent === undefined ? undefined : refuse(deps, probed, 'score_gate', { answer: absent })
}

async function readQuestion({ documents }: AskDeps, question: string): Promise<Question> {
  const { chunks } = await documents.size()
  return askStore(documents, plainQuery(question), chunks)
}

async function answerWithExtracts(
  deps: AskDeps,
  probed: Probed,
  question: Question,
  fallbackOf: string | null,
): Promise<Answer> {
  const { found, request } = probed
  const query = {
    text: request.question,
    terms: new Set([
      ...question.content,
      ...question.scriptPairs,
      ...compoundTerms(request.question),
    ]),
    rarity: question.scriptPairs.length > 0 ? question.gramRarity : question.rarity,
  }
  const extracts = extractSentences(found.chunks, query, extractLimit)
  if (extracts.length === 0) return refuse(deps, probed, 'score_gate', { fallback_of: fallbackOf })
  return envelope(deps, probed, {
    answer: extracts.map(({ text }, at) => `${text} [${at + 1}]`).join('\n'),
    method: 'extractive',
    model: null,
    citations: extracts.map(({ chunk, startLine, endLine }, at) => ({
      ...toCitation(deps, chunk, at + 1),
      start_line: startLine,
      end_line: endLine,
    })),
    grounded: true,
    fallback_of: fallbackOf,
  })
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof EngineError &&
    ['model_unreachable', 'model_not_pulled', 'timeout'].includes(error.code)
  )
}

function noModel(): EngineError {
  return new EngineError('config_invalid', 'No model is configured to divide a question', {
    hint: 'Set `llm.kind` and `llm.model` in tamis.toml, or ask without --multi-hop.',
  })
}
