import type { SentResult } from '../../../ports/store/sent-results.ts'
import { contentChars } from '../../wire/content.ts'
import type { Edit } from '../../wire/conversation.ts'
import { originalOf, type ResultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'
import { clearInput } from '../window/clear-input.ts'
import type { Masked } from '../window/mask.ts'
import type { Candidate } from '../window/select-batch.ts'
import { carriedTexts, clearCarried } from './carried-texts.ts'
import { clearReplaced, replacedChars } from './clear-replaced.ts'

/** A part of a conversation that may be masked, and what it is recorded under. */
export interface Part {
  readonly kind: Candidate['kind']
  readonly observation: Observation
  readonly key: string
}

/** A part that is masked, with the text that stands for it. */
export interface MaskedPart extends Part {
  readonly record: SentResult & { readonly text: string; readonly omissionId: string }
}

/** Shorter parts are never masked, and need no record. */
const shortestResult = 200
const shortestInput = 250
/** What left of a call in versions that said nothing else on record: strings from this size on. */
const shortestBefore = 500

/** On records of arguments of which every long string leaves. */
export const allTexts = 'texts'

/** All parts that could be masked, under whatever policy. */
export function partsOf(observations: readonly Observation[], facts: ResultFacts): readonly Part[] {
  const parts: Part[] = []
  for (const observation of observations) {
    const { result, call } = observation
    if (result.chars >= shortestResult) parts.push(toPart('result', observation, facts))
    if (call.chars < shortestInput || call.isFixed === true) continue
    parts.push(toPart('input', observation, facts))
    if (replacedChars(call) > 0) parts.push(toPart('replaced', observation, facts))
  }
  return parts
}

export function toPart(kind: Part['kind'], observation: Observation, facts: ResultFacts): Part {
  const key =
    kind === 'result'
      ? `mask ${facts.keyOf(observation)}`
      : `${kind} ${observation.call.callId} ${facts.callKey(observation)}`
  return { kind, observation, key }
}

/** Where a part stands in the conversation. */
export function placeOf({ kind, observation: { at, callAt } }: Omit<Part, 'key'>): number {
  return kind === 'result' ? at : callAt
}

/** What to write in place of a masked part, and the account of it; `undefined` for arguments that are no object. */
export function writeMasked(
  { kind, observation, record }: MaskedPart,
  policy: string,
): { readonly edit: Edit; readonly masked: Masked } | undefined {
  const { result, call, tool } = observation
  const { text: placeholder, omissionId: id } = record
  const common = {
    id,
    kind: kind === 'result' ? 'result' : 'input',
    toolCallId: call.callId,
    tool,
    placeholder,
    policy,
  } as const
  if (kind === 'result')
    return {
      edit: { path: result.contentPath, value: result.standIn(result.content, placeholder) },
      masked: {
        ...common,
        original: originalOf(result),
        charsBefore: contentChars(result.content),
        charsAfter: placeholder.length,
      },
    }
  const value =
    kind === 'replaced'
      ? clearReplaced(call.input, placeholder)
      : record.refersTo.includes(allTexts)
        ? clearCarried(call.input, placeholder)
        : clearInput(call.input, shortestBefore, placeholder)
  if (value === undefined) return undefined
  return {
    edit: { path: call.inputPath, value },
    masked: {
      ...common,
      original: inputText(call.input),
      charsBefore: call.chars,
      charsAfter: Math.min(call.chars, inputText(value).length),
    },
  }
}

/** How much of a call leaves with what it carried, but for the stand-in. */
export function carriedChars({ observation: { call }, record }: MaskedPart): number {
  return record.refersTo.includes(allTexts) ? carriedTexts(call).chars : call.chars
}

/** The whole of a part, as it is kept. */
export function wholeOf({ kind, observation }: Pick<Part, 'kind' | 'observation'>): string {
  return kind === 'result' ? originalOf(observation.result) : inputText(observation.call.input)
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
}
