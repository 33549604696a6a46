import type { Digest } from '../../../ports/digest.ts'
import { contentChars } from '../../wire/content.ts'
import { type Conversation, type Edit, isSealed } from '../../wire/conversation.ts'
import { openaiChat } from '../../wire/openai-chat.ts'
import { originalOf, type ResultFacts, resultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'
import { type MaskPolicy, type MaskPolicyInput, policyLabel, resolvePolicy } from '../policy.ts'
import { applyEdits } from '../request/apply-edits.ts'
import { clearInput } from './clear-input.ts'
import { commitPoints } from './commit-points.ts'
import { placeholderRenderer, type RenderPlaceholder } from './placeholder.ts'
import type { ReferredTo } from './protections.ts'
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

const untouched: Masking = { edits: [], masked: [], commits: 0, repeatedCalls: 0 }

/** Decides what leaves a conversation and what stands in its place. Same conversation, same bytes. */
export function maskConversation(
  conversation: Conversation,
  policy: MaskPolicy,
  facts: ResultFacts,
  referredTo: ReferredTo = () => [],
): Masking {
  if (!policy.enabled || isSealed(conversation)) return untouched
  const { commits, repeatedCalls } = commitPoints(conversation, policy, facts, referredTo)
  if (commits.length === 0 && repeatedCalls === 0) return untouched
  const render = placeholderRenderer(policy)
  const written = commits
    .flatMap(({ batch }) => batch)
    .map((candidate) => maskOne(candidate, policy, render, facts))
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

type Written = { readonly edit: Edit; readonly masked: Masked }

function maskOne(
  { kind, observation }: Candidate,
  policy: MaskPolicy,
  render: RenderPlaceholder,
  facts: ResultFacts,
): Written | undefined {
  return kind === 'result'
    ? maskResult(observation, policy, render, facts)
    : maskInput(observation, policy, render, facts)
}

function maskResult(
  { result, call, tool }: Observation,
  policy: MaskPolicy,
  render: RenderPlaceholder,
  facts: ResultFacts,
): Written {
  const masked = facts.masked(result, tool, policy, () => {
    const id = facts.idOfResult(result)
    const { callId: toolCallId } = call
    // Of the whole of it: it may have been sent shorter than that.
    const chars = contentChars(result.content)
    const words = { tool_call_id: toolCallId, tool, chars, id }
    const placeholder = render(words, result.content)
    return {
      id,
      kind: 'result',
      toolCallId,
      tool,
      original: originalOf(result),
      placeholder,
      policy: policyLabel(policy),
      charsBefore: chars,
      charsAfter: placeholder.length,
    }
  })
  return {
    edit: { path: result.contentPath, value: result.standIn(result.content, masked.placeholder) },
    masked,
  }
}

function maskInput(
  { call, tool }: Observation,
  policy: MaskPolicy,
  render: RenderPlaceholder,
  facts: ResultFacts,
): Written | undefined {
  const { input, callId, chars } = call
  const original = typeof input === 'string' ? input : JSON.stringify(input)
  const id = facts.idOf(original)
  const placeholder = render({ tool_call_id: callId, tool, chars, id }, '')
  const value = clearInput(input, policy.clear_inputs_min_chars, placeholder)
  if (value === undefined) return undefined
  return {
    edit: { path: call.inputPath, value },
    masked: {
      id,
      kind: 'input',
      toolCallId: callId,
      tool,
      original,
      placeholder,
      policy: policyLabel(policy),
      charsBefore: chars,
      charsAfter: placeholder.length,
    },
  }
}
