import { digest } from '../../src/adapters/node/digest.ts'
import { isError } from '../../src/core/mask/facts/is-error.ts'
import { resultFacts } from '../../src/core/mask/facts/result-facts.ts'
import { observations } from '../../src/core/mask/facts/turns.ts'
import { defaultPolicy } from '../../src/core/mask/policy.ts'
import { usualCachePrices } from '../../src/core/mask/window/cache-cost.ts'
import { placeholderRenderer } from '../../src/core/mask/window/placeholder.ts'
import { callStarts } from '../../src/core/replay/replay.ts'
import { messageText } from '../../src/core/wire/message-text.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import type { Session } from './sessions.ts'

interface Maskable {
  /** Its place in the list of messages. */
  readonly at: number
  readonly turn: number
  readonly freed: number
}

const { read, write } = usualCachePrices

/**
 * What a session costs when the batches are chosen by one who knows how it goes on, with the window,
 * the words and the errors of our default: no policy that only knows the past can do better.
 */
export function hindsightCost(
  { messages }: Session,
  countTokens: (text: string) => number,
  minTurns = defaultPolicy.commit_every_turns,
): number {
  const sizes = messages.map((message) => countTokens(messageText(message)))
  const before = [0]
  for (const [at, size] of sizes.entries()) before.push((before[at] ?? 0) + size)
  const maskable = maskables(messages, sizes, countTokens)
  const calls = callStarts(messages, openaiChat).map((at, index, all) => ({
    total: before[at] ?? 0,
    sent: before[all[index - 1] ?? 0] ?? 0,
    sentUpTo: all[index - 1] ?? 0,
    boundary: Math.max(0, turnBefore(messages, at) - defaultPolicy.window_turns),
  }))
  const freedUpTo = (turn: number): number =>
    maskable.reduce((sum, one) => (one.turn <= turn ? sum + one.freed : sum), 0)
  const freed = calls.map(({ boundary }) => freedUpTo(boundary))

  function rewriteCost(call: number, from: number, freedBefore: number): number {
    const { total = 0, sentUpTo = 0, boundary = 0 } = calls[call] ?? {}
    const first = maskable.find(({ turn }) => turn > from && turn <= boundary)?.at ?? sentUpTo
    const stable = (before[Math.min(first, sentUpTo)] ?? 0) - freedBefore
    return read * stable + write * (total - (freed[call] ?? 0) - stable)
  }

  // From the end to the beginning: the least that all calls after a commit can cost.
  const least: number[] = Array.from({ length: calls.length + 1 }, () => 0)

  function leastAfter(last: number): number {
    const from = calls[last]?.boundary ?? 0
    const freedBefore = freed[last] ?? 0
    let carried = 0
    let best = Number.POSITIVE_INFINITY
    for (const [index, { total, sent, boundary }] of calls.slice(last + 1).entries()) {
      const next = last + 1 + index
      const committed = carried + rewriteCost(next, from, freedBefore) + (least[next + 1] ?? 0)
      if (boundary - from >= minTurns) best = Math.min(best, committed)
      carried += read * (sent - freedBefore) + write * (total - sent)
    }
    return Math.min(best, carried)
  }

  for (let last = calls.length - 1; last >= -1; last--) least[last + 1] = leastAfter(last)
  return least[0] ?? 0
}

function maskables(
  messages: Session['messages'],
  sizes: readonly number[],
  countTokens: (text: string) => number,
): readonly Maskable[] {
  const render = placeholderRenderer(defaultPolicy)
  const facts = resultFacts(digest)
  return observations(openaiChat.read(messages)).flatMap(({ result, call, tool, turn }) => {
    const at = Number(result.contentPath[0])
    if (result.chars < defaultPolicy.min_result_chars || isError(result)) return []
    const id = facts.idOfResult(result)
    const words = { tool_call_id: call.callId, tool, chars: result.chars, id }
    return [{ at, turn, freed: (sizes[at] ?? 0) - countTokens(render(words, '')) }]
  })
}

function turnBefore(messages: Session['messages'], at: number): number {
  return observations(openaiChat.read(messages.slice(0, at))).at(-1)?.turn ?? 0
}
