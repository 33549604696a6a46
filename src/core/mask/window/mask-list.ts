import { EngineError } from '../../../errors.ts'
import type { Digest } from '../../../ports/digest.ts'
import { charsOf } from '../../wire/conversation.ts'
import { detectFormat, type FormatName } from '../../wire/wire-formats.ts'
import { resultFacts } from '../facts/result-facts.ts'
import type { MaskPolicy } from '../policy.ts'
import { applyEdits } from '../request/apply-edits.ts'
import { type Masked, maskConversation } from './mask.ts'

export interface MaskReport {
  readonly messages: readonly unknown[]
  readonly masked: readonly MaskedSummary[]
  readonly stats: {
    readonly format: FormatName
    readonly messages: number
    readonly commits: number
    readonly repeated_calls: number
    readonly chars_before: number
    readonly chars_after: number
    readonly tokens_saved_est: number
  }
}

interface MaskedSummary {
  readonly id: string
  readonly kind: Masked['kind']
  readonly tool_call_id: string
  readonly tool: string
  readonly chars: number
}

interface MaskListDeps {
  readonly digest: Digest
  /** Resolves when all of it can be brought back. */
  readonly keep: (masked: readonly Masked[]) => Promise<void>
  readonly freedTokens: (masked: readonly Masked[]) => Promise<number>
}

/** Masks a list of messages or items by a policy, for clients that do their own calling. */
export async function maskList(
  { digest, keep, freedTokens }: MaskListDeps,
  list: readonly unknown[],
  policy: MaskPolicy,
): Promise<MaskReport> {
  const format = detectFormat(list)
  if (!format) throw new EngineError('invalid_input', 'messages: this is no known wire format')
  const conversation = format.read(list)
  const masking = maskConversation(conversation, policy, resultFacts(digest))
  await keep(masking.masked)
  const before = charsOf(conversation)
  const freed = masking.masked.reduce((sum, m) => sum + m.charsBefore - m.charsAfter, 0)
  return {
    messages: applyEdits(list, masking.edits),
    masked: masking.masked.map(({ id, kind, toolCallId, tool, charsBefore }) => ({
      id,
      kind,
      tool_call_id: toolCallId,
      tool,
      chars: charsBefore,
    })),
    stats: {
      format: format.name,
      messages: list.length,
      commits: masking.commits,
      repeated_calls: masking.repeatedCalls,
      chars_before: before,
      chars_after: before - freed,
      tokens_saved_est: await freedTokens(masking.masked),
    },
  }
}
