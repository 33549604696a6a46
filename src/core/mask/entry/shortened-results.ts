import type { Conversation, Edit, Entry, Path } from '../../wire/conversation.ts'
import type { ReferredTo } from '../window/protections.ts'
import { printedText } from './output/printed-text.ts'
import type { Entered } from './recall.ts'
import { resultText } from './result-text.ts'

/** A result that is sent shorter than it came. */
export interface ShortenedResult {
  readonly edit: Edit
  readonly callId: string
  readonly tool: string
  /** What brings the whole back. */
  readonly id: string
  readonly before: string
  readonly after: string
}

/** The results that are sent short, without those something else stands for. */
export function shortenedResults(
  results: readonly Entered[],
  isMasked: (path: Path) => boolean,
): readonly ShortenedResult[] {
  return results.flatMap(({ observation: { result, call, tool }, text, sent }) => {
    const { contentPath: path } = result
    if (!sent || isMasked(path)) return []
    const { around } = printedText(resultText(result) ?? '')
    const edit = { path, value: result.standIn(result.content, around(sent.text)) }
    const { callId } = call
    return [{ edit, callId, tool, id: sent.omissionId, before: text, after: sent.text }]
  })
}

/** The conversation with each result as long as it is sent; what it holds is still the whole. */
export function asSent(conversation: Conversation, results: readonly Entered[]): Conversation {
  const short = new Map<Entry, number>()
  for (const { observation, text, sent } of results)
    if (sent) short.set(observation.result, text.length - sent.text.length)
  if (short.size === 0) return conversation
  return conversation.map((entry) => {
    const less = short.get(entry)
    return less === undefined ? entry : { ...entry, chars: entry.chars - less }
  })
}

/** Which earlier places each result refers to. */
export function referrals(results: readonly Entered[]): ReferredTo {
  const places = new Map(results.map(({ key, observation: { at } }) => [key, at]))
  const byPlace = new Map<number, readonly number[]>()
  for (const { observation, sent } of results)
    if (sent && sent.refersTo.length > 0)
      byPlace.set(
        observation.at,
        sent.refersTo.map((key) => places.get(key) ?? -1),
      )
  return (at) => byPlace.get(at) ?? []
}
