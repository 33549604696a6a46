import type { MaskPolicyInput } from '../core/mask/policy.ts'
import { maskOldToolResults as maskWith } from '../core/mask/window/mask.ts'
import { type Pruned, type PruneOptions, pruneHere } from './prune-here.ts'
import { plainDigest } from './sha256.ts'

export type { MaskPolicyInput } from '../core/mask/policy.ts'
export type { Pruned, PruneOptions } from './prune-here.ts'

/** Prunes where there is no Node, with the ids that Node would give. Nothing is stored: you hold the text. */
export function prune(options: PruneOptions): Pruned {
  return pruneHere(options, plainDigest)
}

/** OpenAI chat messages with their old tool results replaced by placeholders. Nothing is stored: you hold the messages. */
export function maskOldToolResults<Message>(
  messages: readonly Message[],
  policy: MaskPolicyInput = {},
): readonly Message[] {
  return maskWith(messages, policy, plainDigest)
}
