import { counted, type Say } from '../../core/text/say.ts'
import type { PruneResult } from '../../engine.ts'
import type { EngineError } from '../../errors.ts'
import type { Output } from './output.ts'

/** What became of one source. */
export type Pruned =
  | { readonly path: string | undefined; readonly result: PruneResult }
  | { readonly path: string | undefined; readonly problem: EngineError }

/** Pruned texts on stdout, what that saved on stderr, or all as JSON; gives the exit code. */
export function printPruned(output: Output, pruned: readonly Pruned[]): number {
  const isMany = pruned.length > 1
  if (output.isJson) {
    const values = pruned.map((one) =>
      'result' in one ? { path: one.path, ...one.result } : failure(one),
    )
    output.json(isMany ? values : values[0])
  } else for (const one of pruned) print(one, isMany, output)
  return pruned.every((one) => 'result' in one) ? 0 : 1
}

function failure({ path, problem }: { path: string | undefined; problem: EngineError }): object {
  return { path, error: { code: problem.code, message: problem.message } }
}

function print(one: Pruned, isMany: boolean, output: Output): void {
  if ('problem' in one) {
    output.problem(`tamis: ${output.say(one.problem.message)}`)
    return
  }
  const { pruned_text, stats, warnings, prune_id, blocks = [] } = one.result
  if (isMany) output.raw(`==> ${one.path} <==\n`)
  if (stats.original_lines === 0) {
    output.note(
      one.path === undefined
        ? 'The text is empty. `2>&1` in front of the pipe sends errors along.'
        : `${one.path} is empty.`,
    )
    return
  }
  output.raw(pruned_text)
  if (isMany && !pruned_text.endsWith('\n')) output.raw('\n')
  for (const { start, end, reason, score } of blocks)
    output.note(`  ${start}-${end}  ${score.toFixed(2)}  ${reason}`)
  const facts = [
    sizes(stats, output.say),
    ...warnings,
    // Nothing was left out then, and nothing is kept under the id.
    ...(warnings.includes('recovery_unavailable')
      ? []
      : [output.say(`all of it: tamis recover ${prune_id}`)]),
  ]
  output.note(`tamis: ${facts.join('; ')}`)
  for (const meaning of warnings.map((code) => meaningOf(code, output.say)))
    if (meaning) output.note(`  ${meaning}`)
}

/** The warnings that leave a reader wondering, in words. */
function meaningOf(warning: string, say: Say): string | undefined {
  switch (warning) {
    case 'goal_not_found':
      return say('No word of the goal is in the text, so its structure decided.')
    case 'input_too_large':
      return say('Longer than prune.max_input_chars allows, so nothing was left out.')
    case 'constraints_unmet':
      return say('The constraints cannot all be met, so nothing was left out.')
    case 'recovery_unavailable':
      return say('The store cannot keep the original, so nothing was left out.')
    default:
      return undefined
  }
}

function sizes(stats: PruneResult['stats'], say: Say): string {
  const { original_lines, kept_lines, tokens_est_before: before, tokens_est_after: after } = stats
  if (after >= before) {
    const kept = counted(original_lines, 'kept its one line,', 'kept all {} lines,', say)
    return `${kept} ${counted(before, '{} token', '{} tokens', say)}`
  }
  const percent = Math.round((100 * (before - after)) / before)
  return [
    counted(
      original_lines,
      `kept ${kept_lines} of {} line;`,
      `kept ${kept_lines} of {} lines;`,
      say,
    ),
    counted(
      after,
      `${before} → {} token (−${percent} %)`,
      `${before} → {} tokens (−${percent} %)`,
      say,
    ),
  ].join(' ')
}
