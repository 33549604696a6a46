import { z } from 'zod'
import { parseIsoTime } from '../../core/text/iso-time.ts'
import { type DocumentFilter, roleFilter } from '../../engine.ts'
import { type Phrase, phrase } from '../../phrase.ts'

const instant = z.string().transform((text, context) => {
  const ms = parseIsoTime(text)
  if (ms === undefined) context.addIssue('must be a date or time in ISO 8601, such as 2026-01-31')
  return ms ?? 0
})

export const trust = z.enum(['high', 'medium', 'low'])

/** Which documents may answer. */
export const filterFields = {
  sources: z.array(z.string()).optional().describe('Only documents of these sources'),
  trust: z.array(trust).optional().describe('Only sources with one of these trust levels'),
  path: z
    .string()
    .optional()
    .describe(
      'Only paths that match, as you would write them: docs/*.md; * is any characters, ? is one',
    ),
  languages: z
    .array(z.string())
    .optional()
    .describe('Only these languages: en, fr, ko, …, or python, typescript, …'),
  kind: z
    .enum(['code', 'docs', 'tests', 'config'])
    .optional()
    .describe('Only sources, documentation, tests or configuration'),
  kinds: z
    .array(z.enum(['markdown', 'code', 'pdf', 'html', 'text', 'structured', 'notebook', 'office']))
    .optional()
    .describe('Only these formats of documents'),
  tags: z.array(z.string()).optional().describe('Only documents with all of these tags'),
  since: instant.optional().describe('Only documents changed from this date on (ISO 8601)'),
  until: instant.optional().describe('Only documents changed before this date (ISO 8601)'),
}

/** Longer questions are texts: whoever has one should prune it, or ingest it. */
export const longestQuery = 20_000

export const mode = z
  .enum(['lexical', 'vector', 'hybrid'])
  .default('hybrid')
  .describe('By words, by vectors, or by both')

type FilterInput = z.output<z.ZodObject<typeof filterFields>>

/** The filter of a request in the words of the store. */
export function toFilter(input: FilterInput): DocumentFilter {
  const { sources, trust: levels, path, languages, kind, kinds, tags, since, until } = input
  return {
    ...(kind === undefined ? {} : roleFilter(kind)),
    ...(sources ? { sources } : {}),
    ...(levels ? { trust: levels } : {}),
    ...(path === undefined ? {} : { pathGlob: path.replace(/^\.\//, '') }),
    ...(languages ? { languages } : {}),
    ...(kinds ? { kinds } : {}),
    ...(tags ? { tags } : {}),
    ...(since === undefined ? {} : { modifiedSince: since }),
    ...(until === undefined ? {} : { modifiedUntil: until }),
  }
}

/** What stderr says of an answer in which vectors had no part, though they were asked for. */
export function wordsAloneNotes({
  missing,
  warnings,
}: {
  readonly missing: readonly string[]
  readonly warnings: readonly string[]
}): readonly Phrase[] {
  const away = warnings.map((code) => phrase`the embedder does not answer (${code})`)
  const reasons = away.length > 0 ? away : missing.map((part) => phrase`no ${part}`)
  return reasons.map(
    (reason) => phrase`Searched without vectors: ${reason}. Words alone were compared.`,
  )
}
