import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { Answer, Warned } from '../../engine.ts'
import { EngineError, type ErrorCode } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { type Call, operation } from '../operation.ts'
import { filterFields, longestQuery, mode, toFilter, wordsAloneNotes } from './knowledge-input.ts'

export const askOperation = operation({
  name: 'knowledge.ask',
  summary: 'Answer a question from your documents in the knowledge base, with citations, or refuse',
  effect: 'read',
  tool: { name: 'ask', profiles: ['knowledge'] },
  command: {
    name: 'ask',
    positional: 'query',
    examples: [
      'tamis ask "when was the retry limit raised, and why"',
      'tamis ask "who maintains the parser" --extractive',
      'tamis ask "where was the author of the design born" --multi-hop',
    ],
  },
  input: z.strictObject({
    query: z.string().min(1).max(longestQuery).describe('What to answer, in any language'),
    mode,
    k: z.int().min(1).max(15).default(8).describe('How many passages the model may read'),
    multi_hop: z
      .boolean()
      .default(false)
      .describe('Divide the question into smaller ones and search for each'),
    extractive: z.boolean().default(false).describe('Quote the best sentences; no model is asked'),
    ...filterFields,
  }),
  run: async (engine, { query, mode: by, k, multi_hop, extractive, ...filter }, call) => {
    try {
      const request = {
        question: query,
        mode: by,
        k,
        multiHop: multi_hop,
        extractive,
        filter: toFilter(filter),
      }
      return await engine.knowledge.ask(request, call, textReceiver(call))
    } catch (error) {
      throw error instanceof EngineError ? asErrorV1(error) : error
    }
  },
  toText: answerText,
  toNotes: ({ retrieval: { missing }, warnings }) => wordsAloneNotes({ missing, warnings }),
})

/** Where there is no stream of text, callers that asked for progress are told the pieces. */
function textReceiver({ source, onText, onProgress }: Call): (text: string) => void {
  let pieces = 0
  return (text) => {
    pieces += 1
    onText?.(text)
    if (source === 'mcp') onProgress?.({ done: pieces, message: text })
  }
}

/** Codes an `error.v1` may have; what is none of them is `generic`. */
const askCodes: readonly ErrorCode[] = [
  'config_invalid',
  'not_indexed',
  'model_unreachable',
  'model_not_pulled',
  'timeout',
  'io_error',
  'generic',
]

/** Every door adds the details to the code, message and hint: together they are an `error.v1`. */
function asErrorV1(error: EngineError): EngineError {
  const code = codeOf(error.code)
  return new EngineError(code, error.said.message, {
    ...(error.said.hint === undefined ? {} : { hint: error.said.hint }),
    details: { schema_version: 'error.v1', details: { cause: error.code, ...error.details } },
    cause: error,
  })
}

function codeOf(code: ErrorCode): ErrorCode {
  if (code === 'invalid_input') return code
  if (code === 'store_unavailable') return 'io_error'
  return askCodes.includes(code) ? code : 'generic'
}

function answerText(
  { answer, citations, refusal_reason, method, fallback_of }: Warned<Answer>,
  say: Say,
): string {
  const sources = citations.map(
    ({ marker, path, start_line, end_line, page }) =>
      `${marker} ${path}:${start_line}-${end_line}${page === undefined ? '' : ` page ${page}`}`,
  )
  const notes = [
    refusal_reason ? `(${say(phrase`refused: ${refusal_reason}`)})` : '',
    refusal_reason === 'no_chunks'
      ? say('`tamis list` shows what it holds, `tamis ingest` adds.')
      : '',
    fallback_of
      ? `(${say(phrase`${fallback_of} does not answer; these sentences are quoted`)})`
      : '',
    method === 'extractive' && !fallback_of ? `(${say('quoted, no model was asked')})` : '',
  ].filter(Boolean)
  const said = refusal_reason ? say(answer) : answer
  return [said, ...notes, ...(sources.length > 0 ? ['', ...sources] : [])].join('\n')
}
