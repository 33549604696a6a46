import { z } from 'zod'
import type { OpenPruneRequest } from '../engine.ts'
import { operation } from './operation.ts'

const sourceType = z.enum(['code', 'logs', 'docs'])

/** The schema says 1 or more; a smaller number is answered with the contract's own `invalid_range`. */
const lineNumber = z.int().meta({ minimum: 1 })

const pruneText = operation({
  name: 'prune_text',
  summary:
    'Keep the lines of a long text that matter for a goal, verbatim and in order. What is left out is marked and can be fetched back with recover_text.',
  effect: 'write',
  tool: { name: 'prune_text', profiles: ['default'] },
  input: z.strictObject({
    text: z.string(),
    goal_hint: z.string(),
    source_type: sourceType,
    options: z.strictObject({
      max_prune_ratio: z.number().min(0).max(1),
      min_keep_lines: z.int().min(0),
      timeout_ms: z.int().min(1),
      annotate_lines: z.boolean(),
      include_markers: z.boolean(),
    }),
  }),
  run: (engine, { text, goal_hint, source_type, options }, call) =>
    engine.prune(
      {
        text,
        goal: goal_hint,
        sourceType: source_type,
        maxPruneRatio: options.max_prune_ratio,
        minKeepLines: options.min_keep_lines,
        timeoutMs: options.timeout_ms,
        annotateLines: options.annotate_lines,
        includeMarkers: options.include_markers,
      },
      call,
    ),
})

const recoverText = operation({
  name: 'recover_text',
  summary: 'Fetch back the original lines behind a prune_id or another recovery id.',
  effect: 'read',
  tool: { name: 'recover_text', aliases: ['recover_range'], profiles: ['default'] },
  input: z.strictObject({
    prune_id: z.string(),
    ranges: z.array(z.strictObject({ start_line: lineNumber, end_line: lineNumber })),
    include_line_numbers: z.boolean(),
  }),
  run: (engine, { prune_id, ranges, include_line_numbers }, call) =>
    engine.recover({ id: prune_id, ranges, includeLineNumbers: include_line_numbers }, call),
})

const openInput = z.strictObject({
  text: z.string().describe('The text to prune'),
  goal: z.string().describe('What the reader wants to find out'),
  source_type: sourceType.optional().describe('Detected when not given'),
  path: z.string().optional().describe('Where the text came from, for its type and language'),
  keep_ratio: z.number().min(0).max(1).optional().describe('Share of the characters to keep'),
  budget_tokens: z.int().min(1).optional().describe('Keep at most this many tokens'),
  max_prune_ratio: z.number().min(0).max(1).optional().describe('Share of the lines that may go'),
  min_keep_lines: z.int().min(0).optional().describe('Lines that must stay'),
  annotate_lines: z.boolean().default(false).describe('Number the kept lines'),
  include_markers: z.boolean().default(true).describe('Mark what was left out'),
  locale: z
    .enum(['en', 'fr'])
    .optional()
    .describe('Language of markers and reasons; French when not given'),
  explain: z.boolean().default(false).describe('Say why each kept block stays'),
  line_scores: z.boolean().default(false).describe('Give the score of every line, in 0..100'),
  strip_ansi: z.boolean().default(false).describe('Drop terminal colours'),
  timeout_ms: z.int().min(1).default(10_000).describe('Pass the text unchanged after this long'),
})

const prune = operation({
  name: 'prune',
  summary:
    'Prune a text with as few options as you like: type and language are detected, the size is yours to say',
  effect: 'write',
  tool: { name: 'prune', profiles: [] },
  input: openInput,
  run: (engine, input, call) => engine.pruneOpenly(toRequest(input), call),
})

const preview = operation({
  name: 'prune.preview',
  summary: 'The same as prune, to look at only: nothing is kept, nothing is counted',
  effect: 'read',
  tool: { name: 'prune_preview', profiles: [] },
  input: openInput,
  run: (engine, input, call) => engine.pruneOpenly(toRequest(input), { ...call, isPreview: true }),
})

const recover = operation({
  name: 'recover',
  summary:
    'Fetch back an original: whole, by line ranges, by columns of one line, or by the lines that hold a term',
  effect: 'read',
  tool: { name: 'recover', profiles: [] },
  input: z.strictObject({
    id: z.string().describe('The id in a marker or placeholder'),
    ranges: z
      .array(z.strictObject({ start_line: lineNumber, end_line: lineNumber }))
      .optional()
      .describe('Lines to fetch; all of them when not given'),
    columns: z
      .strictObject({ line: lineNumber, start_column: lineNumber, end_column: lineNumber })
      .optional()
      .describe('Part of one very long line, as its marker names it'),
    pointer: z
      .string()
      .optional()
      .describe('A value of a JSON text, as the marker inside it names it: /versions/5.4.5'),
    search: z.string().min(1).optional().describe('Only lines that hold this term'),
    context_lines: z.int().min(0).max(100).default(2).describe('Lines around each line found'),
    include_line_numbers: z.boolean().default(false).describe('Number the lines'),
  }),
  run: (
    engine,
    { id, ranges, columns, pointer, search, context_lines, include_line_numbers },
    call,
  ) =>
    engine.recover(
      {
        id,
        includeLineNumbers: include_line_numbers,
        ...given('ranges', ranges),
        ...given('columns', columns),
        ...given('pointer', pointer),
        ...given('search', search && { term: search, contextLines: context_lines }),
      },
      call,
    ),
})

export const pruneOperations = [pruneText, recoverText, prune, preview, recover]

function toRequest(input: z.output<typeof openInput>): OpenPruneRequest {
  return {
    text: input.text,
    goal: input.goal,
    annotateLines: input.annotate_lines,
    includeMarkers: input.include_markers,
    explain: input.explain,
    scoresLines: input.line_scores,
    stripAnsi: input.strip_ansi,
    timeoutMs: input.timeout_ms,
    ...given('sourceType', input.source_type),
    ...given('path', input.path),
    ...given('locale', input.locale),
    ...given('keepRatio', input.keep_ratio),
    ...given('budgetTokens', input.budget_tokens),
    ...given('maxPruneRatio', input.max_prune_ratio),
    ...given('minKeepLines', input.min_keep_lines),
  }
}

/** A field that is there only when it was given. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined | '',
): { [N in Name]?: Value } {
  return (value === undefined || value === '' ? {} : { [name]: value }) as { [N in Name]?: Value }
}
