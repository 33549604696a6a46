import { homeFolder } from '../../../config/home-folder.ts'
import { isPlainHome, isUnset } from '../../../config/plain-home.ts'
import type { PruneResult } from '../../../engine.ts'
import {
  type OpenPruneInput,
  toPruneRequest,
  usualPruneInput,
} from '../../../operations/prune/prune-request.ts'
import type { Arguments, CommandContext } from '../command.ts'
import { askDaemon } from '../daemon/ask-daemon.ts'
import { asUsageError } from '../usage-error.ts'

/** What a command says of a prune; the rest is as usual. */
export type PruneWish = Pick<OpenPruneInput, 'text' | 'goal'> &
  Partial<Omit<OpenPruneInput, 'source_type'>> & { readonly source_type?: string }

/**
 * Prunes for a command in the way that starts soonest: by the home's daemon where one runs, by the
 * pruner alone where nothing of it is configured, else by the engine. The answer is the same.
 */
export async function pruneInput(
  context: CommandContext,
  args: Arguments,
  wish: PruneWish,
): Promise<PruneResult> {
  const { deps, signal } = context
  const call = { source: 'cli', caller: undefined, signal }
  const home = homeFolder(args.text('home'), deps.environment)
  const flags = { config: args.text('config'), namespace: args.text('namespace') }
  if (isUnset(flags, deps.environment, deps.folder)) {
    const answer = await askDaemon(home, deps.version, 'prune', wish)
    if (isPruneResult(answer)) return answer
    signal.throwIfAborted()
    if (await isPlainHome(home)) {
      const input = await checked(wish)
      const pruner = await deps.composePruner(home)
      try {
        return await pruner.pruneWithDefaults(toPruneRequest(input), call)
      } finally {
        await pruner.close()
      }
    }
  }
  const engine = await context.openEngine()
  return engine.pruneWithDefaults(toPruneRequest(await checked(wish)), call)
}

/** Texts and switches cannot be wrong; numbers and choices are checked by the operation's schema. */
async function checked(wish: PruneWish): Promise<OpenPruneInput> {
  const { source_type, ...plain } = wish
  const { keep_ratio = 0, exit_code = 0, ...others } = plain
  const hasNumber = Object.values(others).some((value) => typeof value === 'number')
  // These are checked at a glance, and loading the schema costs a third of a small prune.
  const isRight = keep_ratio >= 0 && keep_ratio <= 1 && Number.isSafeInteger(exit_code)
  if (source_type === undefined && isRight && !hasNumber) return { ...usualPruneInput, ...plain }
  const { checkPruneInput } = await import('../../../operations/prune/prune-input.ts')
  try {
    return checkPruneInput(wish)
  } catch (error) {
    throw asUsageError(error, 'prune', (field) =>
      field === 'keep_ratio' ? '--keep' : `--${field.replaceAll('_', '-')}`,
    )
  }
}

function isPruneResult(answer: unknown): answer is PruneResult {
  return typeof answer === 'object' && answer !== null && 'pruned_text' in answer
}
