import type { Digest } from '../../ports/digest.ts'
import { applyEdits } from '../mask/apply-edits.ts'
import { maskConversation } from '../mask/mask.ts'
import { type MaskPolicyInput, resolvePolicy } from '../mask/policy.ts'
import type { SessionPolicy } from '../mask/replay.ts'
import { factMemo, rememberedFacts } from '../mask/result-facts.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import { clearToolUses, protectNewest, sweAgent } from './peer-policies.ts'
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
