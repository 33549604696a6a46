import { digest } from './adapters/node/digest.ts'
import { maskOldToolResults as maskWith } from './core/mask/mask.ts'
import type { MaskPolicyInput } from './core/mask/policy.ts'
import { prune as pruneLines } from './core/prune/prune.ts'
import { pruneIdOf } from './core/prune/prune-id.ts'
import type { PruneInput, PruneOutcome } from './core/prune/types.ts'

export type { MaskPolicyInput } from './core/mask/policy.ts'
export type {
  KeepBudget,
  PrunedBlock,
  PruneInput,
  PruneOutcome,
  SourceType,
} from './core/prune/types.ts'
export { createEngine } from './create-engine.ts'
export type { Engine, EngineSettings, Ports } from './engine.ts'
export { EngineError, type ErrorCode, errorCodes } from './errors.ts'

/**
 * Prunes in this process, with nothing stored: you hold the text, so you can recover it.
 * The id in the markers is the one every door would give.
 */
export function prune(input: PruneInput): PruneOutcome & { readonly pruneId: string } {
  const pruneId = pruneIdOf(input, 'heuristic', digest)
  return { ...pruneLines(input, { pruneId, isExpired: () => false }), pruneId }
}

/**
 * OpenAI chat messages with their old tool results replaced by placeholders. Nothing is stored: you
 * hold the messages. Asking for `commit_every_turns: 1` slides the window on every turn.
 */
export function maskOldToolResults<Message>(
  messages: readonly Message[],
  policy: MaskPolicyInput = {},
): readonly Message[] {
  return maskWith(messages, policy, digest)
}
