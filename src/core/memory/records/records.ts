import { z } from 'zod'
import { parseIsoTime } from '../../text/iso-time.ts'
import { issueWords } from '../../text/issue-text.ts'
import { bounds } from './bounds.ts'

const isoDate = z
  .string()
  .refine((text) => parseIsoTime(text) !== undefined, 'not an ISO 8601 date')
const wellFormed = z.string().refine((text) => text.isWellFormed(), 'holds a lone surrogate')
const tagsHash = z.string().regex(/^[0-9a-f]{64}$/, 'not a SHA-256 in lower-case hex')

/** A story, for instance `PD-301`. */
export const storyId = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{0,15}-[0-9]{1,6}$/, 'not of the form PD-301')

/** A domain or a project: one word of letters, digits, `.`, `_`, `-`, `/`. */
export const slug = z
  .string()
  .max(bounds.nameChars)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._/-]*$/u, 'not one word')

/** The gate a learning was written at: a number, or a short name in files of old. */
const gate = z.union([
  z.int().min(0).max(99),
  z.string().regex(/^[\p{L}\p{N} ._#-]{1,32}$/u, 'not a short name'),
])

/** Shown inside brackets, so it may not hold one. */
const recordId = z
  .string()
  .max(bounds.nameChars)
  .regex(/^[\w.:-]+$/, 'not one word')

const tags = z.array(wellFormed.pipe(z.string().max(bounds.tagChars))).max(bounds.tags)

export const scope = z.enum(['story', 'domain', 'global', 'archived'])
const verdict = z.enum(['signal', 'bruit', 'veille'])
const impact = z.enum(['fort', 'modere', 'faible', 'aucun'])

/** What learnings, injections and scores are joined on. */
const key = { story: storyId, gate, tags_hash: tagsHash }

/** A line of `learnings.jsonl`; fields we do not know are kept as they are. */
export const learning = z.looseObject({
  id: recordId.optional(),
  story: storyId,
  gate,
  tags: tags.default([]),
  tags_hash: tagsHash.optional(),
  text: wellFormed.pipe(z.string().min(1).max(bounds.learningChars)),
  domain: slug.optional(),
  project: slug.optional(),
  scope: scope.optional(),
  date: isoDate,
  date_created: isoDate.optional(),
  /** Learnings that this one replaces. */
  supersedes: z.array(recordId).max(bounds.tags).optional(),
  /** It holds from this day on, and up to this day. */
  valid_from: isoDate.optional(),
  valid_until: isoDate.optional(),
})

/** A line of `learnings-injections.jsonl`: the key of the learning, and where it was injected. */
export const injection = z.looseObject({
  ...key,
  learning_id: recordId.optional(),
  injected_story: storyId,
  domain: slug.optional(),
  project: slug.optional(),
  date: isoDate,
})

/** A line of `learnings-outcomes.jsonl`: how a story fared at a gate. */
export const outcome = z.looseObject({
  story: storyId,
  gate,
  result: z.enum(['go', 'nogo']),
  date: isoDate,
})

/** A line of `learnings-scores.jsonl`. */
export const reuseRecord = z.looseObject({
  ...key,
  reuse_score: z.number().min(0).max(bounds.maxReuseScore),
  nb_injections: z.int().min(0),
  nb_stories_gate8_go_apres_injection: z.int().min(0),
  nb_domains_distincts: z.int().min(0),
  computed_at: isoDate,
})

/** A line of `veille.jsonl`. */
export const watchNote = z.looseObject({
  path: z.string().min(1),
  title: wellFormed.pipe(z.string().min(1).max(bounds.titleChars)),
  date: isoDate,
  verdict_veille: verdict,
  impact_pv: impact,
  summary: wellFormed.pipe(z.string().max(bounds.summaryChars)),
  tags: tags.default([]),
})

/** A line of `clarifications.jsonl`: one question of one file. */
export const clarification = z.looseObject({
  story_id: storyId,
  domain: slug,
  project: slug,
  question_idx: z.int().min(1).max(4),
  verbatim: wellFormed.pipe(z.string().max(bounds.answerChars)),
  date: isoDate,
  path: z.string().optional(),
})

export type Learning = z.infer<typeof learning>
export type Injection = z.infer<typeof injection>
export type Outcome = z.infer<typeof outcome>
export type ReuseRecord = z.infer<typeof reuseRecord>
export type WatchNote = z.infer<typeof watchNote>
export type Clarification = z.infer<typeof clarification>
export type Scope = z.infer<typeof scope>
export type Gate = z.infer<typeof gate>

export type Checked<Value> =
  | { readonly kind: 'valid'; readonly value: Value }
  | { readonly kind: 'rejected'; readonly reason: string }

/** Checks one value against a schema; the reason names the field. */
export function check<Value>(schema: z.ZodType<Value>, value: unknown): Checked<Value> {
  const parsed = schema.safeParse(value, { error: issueWords().error })
  if (parsed.success) return { kind: 'valid', value: parsed.data }
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') ?? ''
  return { kind: 'rejected', reason: `${where === '' ? 'record' : where}: ${issue?.message ?? ''}` }
}

/** One string per {story, gate, tags hash}, for maps and sets. */
export function joinKey(record: { story: string; gate: Gate; tags_hash: string }): string {
  return `${record.story} gate ${record.gate} ${record.tags_hash}`
}
