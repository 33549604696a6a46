import { digest } from '../../src/adapters/node/digest.ts'
import { maskConversation } from '../../src/core/mask/mask.ts'
import { type MaskPolicyInput, resolvePolicy } from '../../src/core/mask/policy.ts'
import type { SessionPolicy } from '../../src/core/mask/replay.ts'
import { resultFacts } from '../../src/core/mask/result-facts.ts'
import { type Observation, observations } from '../../src/core/mask/turns.ts'
import type { Conversation, Edit } from '../../src/core/wire/conversation.ts'

const cleared = '[Old tool result content cleared]'

/** Policies by name. Each call starts a session; peers remember what they have cleared. */
export const policies: Readonly<Record<string, () => SessionPolicy>> = {
  'no masking': () => () => [],
  'window 8 on every turn': ours({ commit_every_turns: 1 }),
  'window 10 on every turn': ours({ commit_every_turns: 1, window_turns: 10 }),
  'window 10 in batches of 10': ours({
    window_turns: 10,
    commit_payback: 0,
    min_context_tokens: 0,
    keep_repeated_calls: false,
  }),
  'SWE-agent: last 5, polling 25': sweAgent(5, 25),
  'opencode: protect 40k, free 20k': protectNewest(40_000, 20_000),
  'Gemini CLI: protect 50k, free 30k': protectNewest(50_000, 30_000),
  'Anthropic: from 100k, keep 3': clearToolUses(100_000, 3),
  'ours (default)': ours({}),
  'ours, payback 0.25': ours({ commit_payback: 0.25 }),
  'ours, payback 0.5': ours({ commit_payback: 0.5 }),
  'ours, payback 1': ours({ commit_payback: 1 }),
  'ours, payback 12': ours({ commit_payback: 12 }),
  'ours, errors and words as the peers': freeAsPeers(2),
}

/** The peers, and what we are compared with at equal tokens. */
export const peers = Object.keys(policies).filter((name) => /^[A-Zo].*:/.test(name))

/** Our commit points with the freedom that peers take: their short words, and errors go too. */
export function freeAsPeers(commit_payback: number): () => SessionPolicy {
  return ours({
    placeholder_template: cleared,
    keep_errors: false,
    keep_repeated_calls: false,
    commit_payback,
  })
}

function ours(input: MaskPolicyInput): () => SessionPolicy {
  const policy = resolvePolicy(input)
  const facts = resultFacts(digest)
  return () => (conversation) => maskConversation(conversation, policy, facts).edits
}

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
      return all
        .filter(({ at }) => gone.has(at))
        .map(({ result }): Edit => ({ path: result.contentPath, value: cleared }))
    }
  }
}

/** The newest results up to `protectedTokens` stay; the rest goes once it frees `minTokens`. */
function protectNewest(protectedTokens: number, minTokens: number): () => SessionPolicy {
  return remembering((open) => {
    let seen = 0
    const old = open.toReversed().filter(({ result }) => {
      seen += result.chars / 4
      return seen > protectedTokens
    })
    const freed = old.reduce((sum, { result }) => sum + result.chars / 4, 0)
    return freed > minTokens ? old : []
  })
}

/** From a size of context on, all but the newest `kept` results go. */
function clearToolUses(fromTokens: number, kept: number): () => SessionPolicy {
  return remembering((open, conversation) => {
    const context = conversation.reduce((sum, { chars }) => sum + chars, 0)
    const already = observations(conversation)
      .filter(({ at }) => !open.some((one) => one.at === at))
      .reduce((sum, { result }) => sum + result.chars, 0)
    return (context - already) / 4 >= fromTokens ? open.slice(0, -kept) : []
  })
}

/** The newest `kept` results stay, and the boundary moves once in `polling` results; the first stays. */
function sweAgent(kept: number, polling: number): () => SessionPolicy {
  return () => (conversation) => {
    const all = observations(conversation)
    const boundary = Math.floor(Math.max(0, all.length - kept) / polling) * polling
    return all
      .slice(1, boundary)
      .map(({ result }): Edit => ({ path: result.contentPath, value: cleared }))
  }
}
