import { z } from 'zod'
import { isMediaId } from '../../core/text/media.ts'
import type { RecoverResult } from '../../engine.ts'
import { operation, type ToolResult } from '../operation.ts'
import { openPruneInput, sourceType } from './prune-input.ts'
import { toPruneRequest } from './prune-request.ts'

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
  run: (engine, { prune_id: id, ranges, include_line_numbers: includeLineNumbers }, call) =>
    engine.recover(
      isMediaId(id) ? { id, includeLineNumbers: false } : { id, ranges, includeLineNumbers },
      call,
    ),
  toToolResult: recovered,
})

const prune = operation({
  name: 'prune',
  summary:
    'Prune a text with as few options as you like: type and language are detected, the size is yours to say',
  effect: 'write',
  tool: { name: 'prune', profiles: [] },
  input: openPruneInput,
  run: (engine, input, call) => engine.pruneWithDefaults(toPruneRequest(input), call),
})

const preview = operation({
  name: 'prune.preview',
  summary: 'The same as prune, to look at only: nothing is kept, nothing is counted',
  effect: 'read',
  tool: { name: 'prune_preview', profiles: [] },
  input: openPruneInput,
  run: (engine, input, call) =>
    engine.pruneWithDefaults(toPruneRequest(input), { ...call, isPreview: true }),
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
  toToolResult: recovered,
})

const peek = operation({
  name: 'recover.peek',
  summary: 'An original to look at, for people: nothing is counted as asked back',
  effect: 'read',
  tool: { name: 'recover_peek', profiles: [], isForPeople: true },
  input: z.strictObject({ id: z.string().describe('The id in a marker or placeholder') }),
  run: (engine, { id }, call) =>
    engine.recover({ id, includeLineNumbers: false }, { ...call, isPreview: true }),
})

export const pruneOperations = [pruneText, recoverText, prune, preview, recover, peek]

/** A field that is there only when it was given. */
function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined | '',
): { [N in Name]?: Value } {
  return (value === undefined || value === '' ? {} : { [name]: value }) as { [N in Name]?: Value }
}

/** A picture, sound or file comes back as what it is. */
function recovered(output: RecoverResult): ToolResult {
  const isBlock = isMediaId(output.metadata.prune_id)
  const content = isBlock ? JSON.parse(output.raw_text) : jsonText(output)
  return { content: [content] }
}

function jsonText(value: unknown): Readonly<Record<string, unknown>> {
  return { type: 'text', text: JSON.stringify(value) }
}
