import { z } from 'zod'
import { checkInput } from '../check-input.ts'
import { withoutUndefined } from '../without-undefined.ts'
import { type OpenPruneInput, sourceTypes, usualPruneInput } from './prune-request.ts'

export const sourceType = z.enum(sourceTypes)

/** A prune that leaves open what it likes. */
export const openPruneInput = z.strictObject({
  text: z.string().describe('The text to prune'),
  goal: z
    .string()
    .default(usualPruneInput.goal)
    .describe('What the reader wants to find out; what went wrong when not given'),
  exit_code: z
    .int()
    .optional()
    .describe(
      'Exit code of the program that printed the text: 0 is shortened further, others keep what failed',
    ),
  source_type: sourceType.optional().describe('Detected when not given'),
  path: z.string().optional().describe('Where the text came from, for its type and language'),
  keep_ratio: z.number().min(0).max(1).optional().describe('Share of the characters to keep'),
  budget_tokens: z.int().min(1).optional().describe('Keep at most this many tokens'),
  max_prune_ratio: z.number().min(0).max(1).optional().describe('Share of the lines that may go'),
  min_keep_lines: z.int().min(0).optional().describe('Lines that must stay'),
  annotate_lines: z
    .boolean()
    .default(usualPruneInput.annotate_lines)
    .describe('Number the kept lines'),
  include_markers: z
    .boolean()
    .default(usualPruneInput.include_markers)
    .describe('Mark what was left out'),
  locale: z
    .enum(['en', 'fr'])
    .optional()
    .describe('Language of markers and reasons; French when not given'),
  explain: z.boolean().default(usualPruneInput.explain).describe('Say why each kept block stays'),
  line_scores: z
    .boolean()
    .default(usualPruneInput.line_scores)
    .describe('Give the score of every line, in 0..100'),
  estimate_tokens: z
    .boolean()
    .default(usualPruneInput.estimate_tokens)
    .describe('Estimate tokens instead of counting them, unless a budget needs the count'),
  strip_ansi: z.boolean().default(usualPruneInput.strip_ansi).describe('Drop terminal colours'),
  timeout_ms: z
    .int()
    .min(1)
    .default(usualPruneInput.timeout_ms)
    .describe('Pass the text unchanged after this long'),
})

/** The same for a command that prunes by other means than the operation. */
export function checkPruneInput(input: unknown): OpenPruneInput {
  return withoutUndefined(checkInput(openPruneInput, input))
}
