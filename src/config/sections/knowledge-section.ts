import { z } from 'zod'

const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const shortestMs = 10_000
const longestMs = 7 * unitMs.d

/** A time as people write it, `90s`, `15m`, `1h`, `2d`, in milliseconds. */
const interval = z
  .string()
  .regex(/^\d{1,6}[smhd]$/, 'must be a number with s, m, h or d, such as "15m"')
  .transform((text) => Number(text.slice(0, -1)) * unitMs[unitOf(text)])
  .refine((ms) => ms >= shortestMs && ms <= longestMs, 'must be from 10s to 7d')

function unitOf(text: string): keyof typeof unitMs {
  const unit = text.at(-1)
  return unit === 's' || unit === 'm' || unit === 'h' ? unit : 'd'
}

/** A file, folder or pattern that the daemon keeps fresh. */
const source = z.strictObject({
  name: z.string().min(1).max(100).optional(),
  path: z.string().min(1).refine(isNoAddress, 'must be a file or folder, not an address'),
  watch: z.boolean().default(false),
  every: interval.optional(),
  trust: z.enum(['high', 'medium', 'low']).optional(),
  tags: z.array(z.string().min(1)).max(100).optional(),
  no_ignore: z.boolean().default(false),
})

export type SourceSetting = z.infer<typeof source>

/** What is ingested and from where. */
export const knowledgeSection = z.strictObject({
  roots: z
    .array(z.string())
    .default(['.'])
    .describe(
      'Folders that calls over HTTP and MCP may ingest files from. The command line may name any.',
    ),
  sources: z
    .array(source)
    .max(100)
    .default([])
    .describe(
      'What the daemon keeps fresh, one [[knowledge.sources]] each: path of a file or folder (from the folder of this file; ~ is your home), name, watch = true to follow changes, every = "1h" to look again after so long (s, m, h, d; 10 s at least), trust, tags, no_ignore. Read once at the start with neither.',
    ),
  maxFileBytes: z
    .number()
    .int()
    .min(1024)
    .default(20 * 1024 * 1024)
    .describe('Larger files are passed over, with the reason `too_large`.'),
  staleAfterDays: z
    .number()
    .min(0)
    .default(30)
    .describe('Hits and citations of documents indexed longer ago than this are marked `stale`.'),
})

/** How questions are answered. */
export const ragSection = z.strictObject({
  scoreGate: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .describe('Questions of which the best passage says less than this are refused.'),
  promptTemplateVersion: z
    .string()
    .min(1)
    .default('rag-default-v1')
    .describe('Stamped on answers of one pass.'),
  maxAnswerTokens: z
    .number()
    .int()
    .min(16)
    .default(1024)
    .describe('Longest answer a model may write.'),
  verification: z
    .enum(['spans', 'entailment', 'none'])
    .default('spans')
    .describe(
      'How an answer is checked: `spans` looks for its numbers, names and quotations in the cited passages, `entailment` also asks a model, see `[nli]`.',
    ),
  fallBackToExtracts: z
    .boolean()
    .default(false)
    .describe('Quote the best sentences when the model cannot be reached, and say so.'),
})

function isNoAddress(path: string): boolean {
  return !/^[a-z][a-z0-9+.-]+:\/\//i.test(path)
}
