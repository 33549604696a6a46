import { digest } from '../../src/adapters/node/digest.ts'
import { resultFacts } from '../../src/core/mask/facts/result-facts.ts'
import { type MaskPolicyInput, resolvePolicy } from '../../src/core/mask/policy.ts'
import { maskConversation } from '../../src/core/mask/window/mask.ts'
import {
  cleared,
  clearToolUses,
  protectNewest,
  sweAgent,
} from '../../src/core/replay/peer-sieves.ts'
import type { SessionPolicy } from '../../src/core/replay/replay.ts'

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
