import type { ServerEditTerms } from '../wire/wire.ts'
import type { MarkerLocale } from './entry/marker.ts'
import { type MaskPolicy, type MaskPolicyInput, resolvePolicy } from './policy.ts'

/** How requests are sieved, as the configuration says it. */
export interface MaskSettings {
  /** What somebody set by name. */
  readonly policy: MaskPolicyInput
  /** What the mode adds to it in the proxy. */
  readonly modePolicy: MaskPolicyInput
  readonly ttlMs: number
  /** Leave out lines of a result that stand in an earlier one. */
  readonly echo: boolean
  /** Output of runs and pages shorter than this is never pruned; `undefined` prunes none. */
  readonly pruneMinChars: number | undefined
  /** How long what a hook left out can be brought back; `undefined` for ever. */
  readonly hookTtlMs: number | undefined
  readonly locale: MarkerLocale
  /** Whether old parts may be masked in batches. */
  readonly isRewriting: boolean
  /** What carrying a batch must have cost of its rewrite, where the policy names no `commit_payback`. */
  readonly payback: number
  /** What calls carried into files that nobody works on leaves from this size on, where arguments leave at all. */
  readonly idleInputChars: number
  /** Whether the words of the placeholder were asked for by name. */
  readonly hasSentence: boolean
  /** Whether providers are asked to clear old results on their side in conversations that begin. */
  readonly isServerEditing: boolean
  /** The terms of that. */
  readonly serverEdits: ServerEditTerms
  /** Mend OpenAI chat messages before anything else. */
  readonly isRepairing: boolean
  /** Recoveries after which a tool's results stay; 0 for never. */
  readonly protectAfterRecoveries: number
}

/** The contract's window, which slides on every turn, is all its own: no mode adds to it. */
export function policyOfProxy({
  policy: named,
  modePolicy,
  payback,
}: Pick<MaskSettings, 'policy' | 'modePolicy' | 'payback'>): MaskPolicy {
  if (named.commit_every_turns === 1) return resolvePolicy(named)
  const policy = resolvePolicy({ ...modePolicy, ...named })
  return named.commit_payback === undefined ? { ...policy, commit_payback: payback } : policy
}
