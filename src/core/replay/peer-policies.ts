import type { SessionPolicy } from '../mask/replay.ts'
import { type Observation, observations } from '../mask/turns.ts'
import { type Conversation, charsPerToken, type Edit } from '../wire/conversation.ts'

/** What agents put in place of a result that they clear. */
export const cleared = '[Old tool result content cleared]'

/** Clears what `choose` names, and keeps it cleared in later requests. */
function remembering(
  choose: (open: readonly Observation[], conversation: Conversation) => readonly Observation[],
): () => SessionPolicy {
  return () => {
    const gone = new Set<number>()
    return (conversation) => {
      const all = observations(conversation)
      const open = all.filter(({ at }) => !gone.has(at))
      for (const { at } of choose(open, conversation)) gone.add(at)
      return all.filter(({ at }) => gone.has(at)).map(clear)
    }
  }
}

/** The newest results up to `protectedTokens` stay; the rest goes once it frees `minTokens`. */
export function protectNewest(protectedTokens: number, minTokens: number): () => SessionPolicy {
  return remembering((open) => {
    let seen = 0
    const old = open.toReversed().filter(({ result }) => {
      seen += result.chars / charsPerToken
      return seen > protectedTokens
    })
    const freed = old.reduce((sum, { result }) => sum + result.chars / charsPerToken, 0)
    return freed > minTokens ? old : []
  })
}

/** From a size of context on, all but the newest `kept` results go. */
export function clearToolUses(fromTokens: number, kept: number): () => SessionPolicy {
  return remembering((open, conversation) => {
    const context = conversation.reduce((sum, { chars }) => sum + chars, 0)
    const already = observations(conversation)
      .filter(({ at }) => !open.some((one) => one.at === at))
      .reduce((sum, { result }) => sum + result.chars, 0)
    return (context - already) / charsPerToken >= fromTokens ? open.slice(0, -kept) : []
  })
}

/** The newest `kept` results stay, and the boundary moves once in `polling` results; the first stays. */
export function sweAgent(kept: number, polling: number): () => SessionPolicy {
  return () => (conversation) => {
    const all = observations(conversation)
    const boundary = Math.floor(Math.max(0, all.length - kept) / polling) * polling
    return all.slice(1, boundary).map(clear)
  }
}

function clear({ result }: Observation): Edit {
  return { path: result.contentPath, value: result.standIn(result.content, cleared) }
}
