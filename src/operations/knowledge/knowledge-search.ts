import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { Engine, SearchHit, SearchOutcome, Warned } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { counted, phrase } from '../../phrase.ts'
import { type Call, operation } from '../operation.ts'
import { filterFields, longestQuery, mode, toFilter, wordsAloneNotes } from './knowledge-input.ts'

const searchFields = {
  query: z
    .string()
    .min(1)
    .max(longestQuery)
    .describe('Words or a question; "a phrase", +required and -excluded are understood'),
  mode,
  k: z.int().min(1).max(100).default(10).describe('How many hits'),
  cursor: z.string().optional().describe('Where the page before ended'),
  max_tokens: z.int().min(1).optional().describe('Token limit for all hits together'),
  per_document: z
    .int()
    .min(1)
    .max(100)
    .default(3)
    .describe('At most this many hits from one document'),
  fusion: z
    .enum(['weighted', 'rrf'])
    .default('weighted')
    .describe('How words and vectors are joined: by weighted scores, or by ranks'),
  follow: z
    .boolean()
    .default(true)
    .describe('Also show what the best hits mention by title or link to'),
  raw: z
    .boolean()
    .default(false)
    .describe(
      'Take the query as an expression over stems, in the syntax of the index: FTS5, or tsquery on Postgres',
    ),
  explain: z.boolean().default(false).describe('Show every number behind the scores'),
  ...filterFields,
}

const searchInput = z.strictObject(searchFields)

export interface SearchOutput {
  readonly hits: readonly (Omit<SearchHit, 'explain'> & Partial<Pick<SearchHit, 'explain'>>)[]
  /** How much of the question the best hit speaks of, 0 to 1. */
  readonly evidence: number
  readonly legs: readonly string[]
  /** By what each leg found its chunks, for instance `bm25` or `tsvector`, `scan` or `hnsw`. */
  readonly by: Readonly<Record<string, string>>
  readonly missing: readonly string[]
  /** Codes of what failed and was done without, for instance `model_unreachable`. */
  readonly warnings: readonly string[]
  readonly next_cursor: string | null
}

const search = operation({
  name: 'knowledge.search',
  summary: 'Find passages of your documents in the knowledge base by words, by meaning, or both',
  effect: 'read',
  tool: { name: 'search', profiles: ['knowledge'] },
  command: {
    name: 'search',
    positional: 'query',
    examples: [
      'tamis search "how do I rotate the keys"',
      'tamis search timeout --mode lexical -k 5 --explain',
      'tamis search "where is parseUrl defined" --kind code',
      "tamis search '\"connection pool\" -postgres' --path 'docs/*'",
    ],
  },
  input: searchInput,
  run: (engine, input, call) => runSearch(engine, input, call),
  toText: hitsText,
  toNotes: (found) => wordsAloneNotes(found),
})

const bulkSearch = operation({
  name: 'knowledge.bulk_search',
  summary: 'Run several searches of the knowledge base at once',
  effect: 'read',
  tool: { name: 'bulk_search', profiles: ['knowledge'] },
  input: z.strictObject({
    queries: z
      .array(z.string().min(1).max(longestQuery))
      .min(1)
      .max(20)
      .describe('One search each'),
    mode,
    k: searchFields.k,
    ...filterFields,
  }),
  run: async (engine, { queries, ...rest }, call) => ({
    results: await Promise.all(
      queries.map(async (query) => ({
        query,
        ...(await runSearch(
          engine,
          searchInput.parse({ query, mode: rest.mode, k: rest.k }),
          call,
          {
            filter: toFilter(rest),
          },
        )),
      })),
    ),
  }),
})

export const knowledgeSearchOperations = [search, bulkSearch]

async function runSearch(
  engine: Engine,
  input: z.output<typeof searchInput>,
  call: Call,
  changes: { readonly filter?: ReturnType<typeof toFilter> } = {},
): Promise<SearchOutput> {
  const found = await engine.knowledge.search(
    {
      query: input.query,
      mode: input.mode,
      limit: input.k,
      offset: offsetOf(input.cursor),
      filter: changes.filter ?? toFilter(input),
      syntax: input.raw ? 'raw' : 'query',
      fusion: input.fusion,
      followMentions: input.follow,
      perDocument: input.per_document,
      ...(input.max_tokens === undefined ? {} : { maxTokens: input.max_tokens }),
    },
    call,
  )
  return toOutput(found, input.explain)
}

function toOutput(found: Warned<SearchOutcome>, isExplained: boolean): SearchOutput {
  return {
    hits: found.hits.map(({ explain, ...hit }) => (isExplained ? { ...hit, explain } : hit)),
    evidence: Math.round(found.evidence * 1e4) / 1e4,
    legs: found.legs,
    by: found.by,
    missing: found.missing,
    warnings: found.warnings,
    next_cursor: found.nextOffset === undefined ? null : `after-${found.nextOffset}`,
  }
}

function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const offset = /^after-(\d{1,6})$/.exec(cursor)?.[1]
  if (offset !== undefined) return Number(offset)
  throw new EngineError('invalid_input', 'The cursor is not one of ours', {
    hint: 'Pass the `next_cursor` of the page before.',
    details: { path: 'cursor' },
  })
}

function hitsText({ hits, evidence, next_cursor }: SearchOutput, say: Say): string {
  if (hits.length === 0) return say('Nothing found. `tamis ingest FOLDER` adds documents.')
  const lines = hits.flatMap((hit) => [
    `${hit.rank}. ${place(hit)}  ${hit.score.toFixed(3)} ${hit.score_kind}${hit.stale ? `  ${say('stale')}` : ''}${hit.copies > 0 ? `  ${say(counted(hit.copies, '+{} copy', '+{} copies'))}` : ''}`,
    ...hit.snippet.split('\n').map((line) => `   ${line}`),
    ...(hit.explain ? [`   ${JSON.stringify(hit.explain)}`] : []),
    '',
  ])
  return [
    ...lines,
    [
      say(phrase`evidence ${evidence.toFixed(2)}`),
      ...(next_cursor ? [say(phrase`more with --cursor ${next_cursor}`)] : []),
    ].join('; '),
  ].join('\n')
}

function place({ citation, heading_path }: SearchOutput['hits'][number]): string {
  const where = citation.page === undefined ? '' : ` page ${citation.page}`
  const headings = heading_path.length > 0 ? `  ${heading_path.join(' › ')}` : ''
  return `${citation.path}:${citation.start_line}-${citation.end_line}${where}${headings}`
}
