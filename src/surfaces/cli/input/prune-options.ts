import type { Environment } from '../../../config/process-environment.ts'
import { sourceTypes } from '../../../operations/prune/prune-request.ts'
import { withoutUndefined } from '../../../operations/without-undefined.ts'
import type { Arguments, Option } from '../command.ts'
import { localeOf } from '../locale/say.ts'
import type { PruneWish } from './prune-input.ts'

/** The options of every command that prunes. */
export const pruneOptions: Readonly<Record<string, Option>> = {
  goal: {
    type: 'string',
    description: 'What you want to find out (default: what went wrong, or what matters)',
  },
  keep: {
    type: 'string',
    value: 'RATIO',
    description: 'Share of the text to keep at most, 0 to 1 (default: what has a clear reason)',
  },
  'budget-tokens': { type: 'string', value: 'N', description: 'Keep at most this many tokens' },
  'max-prune-ratio': {
    type: 'string',
    value: 'RATIO',
    description: 'Never drop more than this share of the lines',
  },
  'min-keep-lines': {
    type: 'string',
    value: 'N',
    description: 'Never keep fewer lines than this',
  },
  'source-type': {
    type: 'string',
    value: 'TYPE',
    choices: sourceTypes,
    description: 'code, logs or docs (default: detected)',
  },
  annotate: { type: 'boolean', description: 'Number the kept lines as in the original' },
  markers: {
    type: 'boolean',
    description: 'Mark what was left out (default; --no-markers turns it off)',
  },
  explain: { type: 'boolean', description: 'Say on stderr why each block was kept' },
  'closing-line': {
    type: 'boolean',
    description: 'End with a line that says whether all came, its bytes, digest, exit code and id',
  },
  'count-tokens': {
    type: 'boolean',
    description: 'Count tokens instead of estimating them, which takes longer to start',
  },
  'strip-ansi': { type: 'boolean', description: 'Drop terminal colours' },
  'timeout-ms': {
    type: 'string',
    value: 'N',
    description: 'Pass the text unchanged after this long',
  },
}

/** What these options ask of a text. */
export function wishOf(args: Arguments, environment: Environment, text: string): PruneWish {
  const given = {
    locale: localeOf(environment),
    keep_ratio: args.number('keep'),
    budget_tokens: args.number('budget-tokens'),
    max_prune_ratio: args.number('max-prune-ratio'),
    min_keep_lines: args.number('min-keep-lines'),
    source_type: args.text('source-type'),
    timeout_ms: args.number('timeout-ms'),
    annotate_lines: args.isSet('annotate') || undefined,
    include_markers: args.isNegated('markers') ? false : undefined,
    explain: args.isSet('explain') || undefined,
    strip_ansi: args.isSet('strip-ansi') || undefined,
    estimate_tokens: args.isSet('count-tokens') ? undefined : true,
  }
  return { text, goal: args.text('goal') ?? '', ...withoutUndefined(given) }
}
