import { hash } from 'node:crypto'
import { english, type Say } from '../../../core/text/say.ts'
import type { PruneResult } from '../../../engine.ts'
import type { EngineError } from '../../../errors.ts'
import { counted, type Phrase, phrase } from '../../../phrase.ts'
import type { Output } from './output.ts'

/** What became of one source. */
export type Pruned =
  | {
      readonly path: string | undefined
      readonly result: PruneResult
      /** How the program ended that printed the text. */
      readonly exitCode?: number | undefined
      /** Given where a closing line is asked for. */
      readonly closing?: Omit<Closing, 'result' | 'exitCode'> | undefined
    }
  | { readonly path: string | undefined; readonly problem: EngineError }

/** Pruned texts on stdout, what that saved on stderr, or all as JSON; gives the exit code. */
export function printPruned(output: Output, pruned: readonly Pruned[]): number {
  const isMany = pruned.length > 1
  if (output.isJson) {
    const values = pruned.map((one) => ('result' in one ? asJson(one) : failure(one)))
    output.json(isMany ? values : values[0])
  } else for (const one of pruned) print(one, isMany, output)
  return pruned.every((one) => 'result' in one) ? 0 : 1
}

function asJson(one: Extract<Pruned, { result: unknown }>): object {
  const { path, result, exitCode } = one
  const closing = closingOf(one)
  return {
    path,
    ...result,
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    ...(closing === undefined ? {} : { closing_line: closing }),
  }
}

function closingOf({
  closing,
  result,
  exitCode,
}: Extract<Pruned, { result: unknown }>): string | undefined {
  return closing && closingLine({ ...closing, result, exitCode })
}

function failure({ path, problem }: { path: string | undefined; problem: EngineError }): object {
  return { path, error: { code: problem.code, message: problem.message } }
}

function print(one: Pruned, isMany: boolean, output: Output): void {
  if ('problem' in one) {
    output.problem(phrase`tamis: ${one.problem.said.message}`)
    return
  }
  const { pruned_text, stats, warnings, prune_id, blocks = [] } = one.result
  if (isMany) output.raw(`==> ${one.path} <==\n`)
  if (stats.original_lines === 0) {
    output.note(emptiness(one))
    return
  }
  output.raw(pruned_text)
  printEnd(one, isMany, output)
  for (const { start, end, reason, score } of blocks)
    output.note(phrase`  ${start}-${end}  ${score.toFixed(2)}  ${reasonText(reason, output.say)}`)
  const facts = [
    sizes(stats, output.say),
    ...warnings,
    // Nothing was left out then, and nothing is kept under the id.
    ...(warnings.includes('recovery_unavailable')
      ? []
      : [output.say(phrase`all of it: tamis recover ${prune_id}`)]),
  ]
  output.note(phrase`tamis: ${facts.join('; ')}`)
  for (const meaning of warnings.map((code) => meaningOf(code, output.say)))
    if (meaning) output.note(phrase`  ${meaning}`)
}

function emptiness({ path, exitCode }: Extract<Pruned, { result: unknown }>): Phrase | string {
  if (path !== undefined) return phrase`${path} is empty.`
  return exitCode === undefined
    ? english('The text is empty. `2>&1` in front of the pipe sends errors along.')
    : phrase`The command printed nothing and ended with exit code ${exitCode}.`
}

function printEnd(
  one: Extract<Pruned, { result: unknown }>,
  isMany: boolean,
  output: Output,
): void {
  const closing = closingOf(one)
  const isOpen = !one.result.pruned_text.endsWith('\n')
  // On a terminal what is said next would go on in the same line; a pipe gets every byte as it was.
  if (isOpen && (isMany || closing !== undefined || process.stdout.isTTY)) output.raw('\n')
  if (closing !== undefined) output.raw(`${closing}\n`)
}

type KeptReason = NonNullable<PruneResult['blocks']>[number]['reason']

/** Why a block stays, as a sentence. */
function reasonText(reason: KeptReason, say: Say): string {
  const texts: Readonly<Record<KeptReason, string>> = {
    goal: say('It says what the goal asks for.'),
    error: say('It tells what went wrong.'),
    standout: say('It stands out among its like.'),
    structure: say('It shows how the text is built.'),
    directive: say('A directive keeps it.'),
    context: say('It stands around what matters.'),
    constraint: say('The constraints keep it.'),
  }
  return texts[reason]
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
    const kept = say(counted(original_lines, 'kept its one line,', 'kept all {} lines,'))
    return `${kept} ${say(counted(before, '{} token', '{} tokens'))}`
  }
  const percent = Math.round((100 * (before - after)) / before)
  return [
    say(counted(original_lines, 'kept {2} of {1} line;', 'kept {2} of {1} lines;', kept_lines)),
    say(counted(after, '{2} → {1} token (−{3} %)', '{2} → {1} tokens (−{3} %)', before, percent)),
  ].join(' ')
}

/** What a reader may want to hold against a pruned text. */
interface Closing {
  readonly text: string
  readonly result: PruneResult
  readonly exitCode?: number | undefined
  /** Bytes that were printed and are not in the text. */
  readonly lostBytes?: number
}

/** One line in brackets like a marker: whether all came, how much, its digest, how it ended, its id. */
function closingLine({ text, result, exitCode, lostBytes = 0 }: Closing): string {
  const facts = [
    `complete=${lostBytes === 0 ? 'yes' : `no, ${lostBytes} bytes were not kept`}`,
    `bytes=${Buffer.byteLength(text)}`,
    `sha256=${hash('sha256', text)}`,
    ...(exitCode === undefined ? [] : [`exit_code=${exitCode}`]),
    `prune_id=${result.prune_id}`,
  ]
  return `⟦TAMIS: ${facts.join('; ')}⟧`
}
