import { digest } from './adapters/node/digest.ts'
import type { MaskPolicyInput } from './core/mask/policy.ts'
import { maskOldToolResults as maskWith } from './core/mask/window/mask.ts'
import type { OpenOptions, Tamis } from './library/open-tamis.ts'
import { type Pruned, type PruneOptions, pruneHere } from './library/prune-here.ts'

export type { ShortResult } from './core/mask/entry/enter-result.ts'
export type { MaskPolicyInput } from './core/mask/policy.ts'
export type {
  KeptBlock,
  PrunedBlock,
  PruneOutcome,
  PruneWarning,
  SourceType,
} from './core/prune/types.ts'
export { EngineError, type ErrorCode, errorCodes } from './errors.ts'
export type { Call, OpenOptions, Tamis, ToolOutput } from './library/open-tamis.ts'
export type { Pruned, PruneOptions } from './library/prune-here.ts'

/** Prunes in this process, with nothing stored: you hold the text, so you can recover it. */
export function prune(options: PruneOptions): Pruned {
  return pruneHere(options, digest)
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

/** Opens a home: its stores, settings, models and upstream servers, in this process. Loaded only now, since most of it is. */
export async function openTamis(options: OpenOptions = {}): Promise<Tamis> {
  const library = await import('./library/open-tamis.ts')
  return library.openTamis(options)
}
