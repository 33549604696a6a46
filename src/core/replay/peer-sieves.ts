import type { Digest } from '../../ports/digest.ts'
import { factMemo, rememberedFacts } from '../mask/facts/result-facts.ts'
import { type Observation, observations } from '../mask/facts/turns.ts'
import { type MaskPolicyInput, resolvePolicy } from '../mask/policy.ts'
import { applyEdits } from '../mask/request/apply-edits.ts'
import { maskConversation } from '../mask/window/mask.ts'
import { type Conversation, charsPerToken, type Edit } from '../wire/conversation.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import type { SessionPolicy } from './replay.ts'
import type { ReplayPolicy } from './replay-policy.ts'

const rememberedChars = 32_000_000

/** What others do, as their documentation and sources had it in November 2026. */
export function peerSieves(digest: Digest): readonly ReplayPolicy[] {
  return [
    peer('window 10', everyTurn(digest, { window_turns: 10 })),
    peer('SWE-agent (last 5, polling 25)', sweAgent(5, 25)),
    peer('opencode (protect 40k, free 20k)', protectNewest(40_000, 20_000)),
    peer('Gemini CLI (protect 50k, free 30k)', protectNewest(50_000, 30_000)),
    { ...peer('Anthropic’s edits (100k, keep 3)', clearToolUses(100_000, 3)), isServerSide: true },
  ]
}

function peer(name: string, begin: () => SessionPolicy): ReplayPolicy {
  return {
    name,
    open({ items, format }) {
      const policy = begin()
      const { read } = wireFormat(format)
      return async ({ at }) => {
        const part = items.slice(0, at)
        return applyEdits(part, policy(read(part)))
      }
    },
  }
}

/** The contract's window, which slides on every turn. */
function everyTurn(digest: Digest, input: MaskPolicyInput): () => SessionPolicy {
  const policy = resolvePolicy({ ...input, commit_every_turns: 1 })
  return () => {
    const facts = rememberedFacts(digest)(factMemo(rememberedChars))
    return (conversation) => maskConversation(conversation, policy, facts).edits
  }
}

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

/** From a size of context on, all but the newest `kept` results go, where they come to `leastTokens`. */
export function clearToolUses(
  fromTokens: number,
  kept: number,
  leastTokens = 0,
  excludedTools: readonly string[] = [],
): () => SessionPolicy {
  const charsIn = (ones: readonly Observation[]): number =>
    ones.reduce((sum, { result }) => sum + result.chars, 0)
  return remembering((open, conversation) => {
    const context = conversation.reduce((sum, { chars }) => sum + chars, 0)
    const already = charsIn(
      observations(conversation).filter(({ at }) => !open.some((one) => one.at === at)),
    )
    if ((context - already) / charsPerToken < fromTokens) return []
    const old = open
      .slice(0, Math.max(0, open.length - kept))
      .filter(({ tool }) => !excludedTools.includes(tool))
    return charsIn(old) / charsPerToken >= leastTokens ? old : []
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
