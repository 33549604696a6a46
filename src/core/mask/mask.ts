import type { Digest } from '../../ports/digest.ts'
import { applyEdits } from './apply-edits.ts'
import { clearInput } from './clear-input.ts'
import { commitPoints } from './commit-points.ts'
import type { Conversation, Edit } from './conversation.ts'
import { standIn } from './formats/content.ts'
import { openaiChat } from './formats/openai-chat.ts'
import { renderPlaceholder } from './placeholder.ts'
import { type MaskPolicy, type MaskPolicyInput, policyLabel, resolvePolicy } from './policy.ts'
import { type ResultFacts, resultFacts } from './result-facts.ts'
import type { Candidate } from './select-batch.ts'

/** Something that left the conversation, and the text that brings it back. */
export interface Masked {
  readonly id: string
  readonly kind: 'result' | 'input'
  readonly toolCallId: string
  readonly tool: string
  /** The text itself, or the JSON of its parts when it was not one text. */
  readonly original: string
  readonly placeholder: string
  /** The policy that masked it, in a few words, for the account of regrets. */
  readonly policy: string
  readonly charsBefore: number
  readonly charsAfter: number
}

export interface Masking {
  /** What to write into the list the conversation was read from. */
  readonly edits: readonly Edit[]
  readonly masked: readonly Masked[]
  /** How many batches have been masked so far in the life of this conversation. */
  readonly commits: number
  /** How often the agent asked again for what was masked. */
  readonly repeatedCalls: number
}

/** Decides what leaves a conversation and what stands in its place. Same conversation, same bytes. */
export function maskConversation(
  conversation: Conversation,
  policy: MaskPolicy,
  facts: ResultFacts,
): Masking {
  if (!policy.enabled) return { edits: [], masked: [], commits: 0, repeatedCalls: 0 }
  const { commits, repeatedCalls } = commitPoints(conversation, policy, facts)
  const written = commits
    .flatMap(({ batch }) => batch)
    .map((candidate) => maskOne(candidate, policy, facts))
    .filter((one) => one !== undefined)
  return {
    edits: written.map(({ edit }) => edit),
    masked: written.map(({ masked }) => masked),
    commits: commits.length,
    repeatedCalls,
  }
}

/** OpenAI chat messages with their old tool results replaced by placeholders; the contract's function. */
export function maskOldToolResults<Message>(
  messages: readonly Message[],
  policy: MaskPolicyInput,
  digest: Digest,
): readonly Message[] {
  const { edits } = maskConversation(
    openaiChat.read(messages),
    resolvePolicy(policy),
    resultFacts(digest),
  )
  return applyEdits(messages, edits)
}

function maskOne(
  { kind, observation }: Candidate,
  policy: MaskPolicy,
  facts: ResultFacts,
): { readonly edit: Edit; readonly masked: Masked } | undefined {
  const { result, call, tool } = observation
  const content = kind === 'input' ? call.input : result.content
  const original = typeof content === 'string' ? content : JSON.stringify(content)
  const id = facts.idOf(kind === 'input' ? `${call.callId} input` : call.callId, original)
  const chars = kind === 'input' ? call.chars : result.chars
  const placeholder = renderPlaceholder(
    policy,
    { tool_call_id: call.callId, tool, chars, id },
    { content: kind === 'input' ? '' : result.content },
  )
  const value =
    kind === 'input'
      ? clearInput(call.input, policy.clear_inputs_min_chars, placeholder)
      : standIn(result, placeholder)
  if (value === undefined) return undefined
  return {
    edit: { path: kind === 'input' ? call.inputPath : result.contentPath, value },
    masked: {
      id,
      kind,
      toolCallId: call.callId,
      tool,
      original,
      placeholder,
      policy: policyLabel(policy),
      charsBefore: chars,
      charsAfter: placeholder.length,
    },
  }
}
