import { z } from 'zod'
import { defaultPlaceholder } from './window/placeholder.ts'

const count = z.number().int().min(0)

/** Every way to say what may be masked, and when. Unset fields take the defaults of `resolvePolicy`. */
export const maskPolicyInput = z.strictObject({
  enabled: z.boolean().optional().describe('Off forwards every byte unchanged'),
  window_turns: count.optional().describe('The newest tool turns, whose results are never masked'),
  keep_errors: z.boolean().optional().describe('Never mask a result that reports an error'),
  keep_last_k_per_tool: count
    .nullable()
    .optional()
    .describe('The newest results of each tool stay'),
  placeholder_template: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe('Stands for a masked result; {tool_call_id}, {tool}, {chars} and {id} are filled in'),
  commit_every_turns: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('The boundary moves in steps of at least this many turns; 1 masks on every turn'),
  commit_min_tokens: count.optional().describe('A batch must free at least this much'),
  commit_payback: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'Mask once carrying the batch has cost so many times the rewriting of the cached tail',
    ),
  min_context_tokens: count
    .optional()
    .describe('Below this size of the messages nothing is masked'),
  min_result_chars: count.optional().describe('Shorter results stay'),
  protect_newest_tokens: count.optional().describe('This much of the newest results stays'),
  protected_tools: z
    .array(z.string().max(200))
    .max(200)
    .optional()
    .describe('Tools whose results stay, by name with * and ?, whatever the case'),
  keep_first_observation: z.boolean().optional().describe('The first result of all stays'),
  keep_edited_reads: z
    .boolean()
    .optional()
    .describe('The last full read of a file that was edited later stays'),
  stale_reads_first: z
    .boolean()
    .optional()
    .describe('A read that a newer full read of the same file repeats loses every soft protection'),
  keep_repeated_calls: z
    .boolean()
    .optional()
    .describe('When the agent repeats a call whose result was masked, the new result stays'),
  preview_head_chars: count
    .max(10_000)
    .optional()
    .describe('First characters shown after the placeholder'),
  preview_tail_chars: count
    .max(10_000)
    .optional()
    .describe('Last characters shown after the placeholder'),
  show_exit_code: z.boolean().optional().describe('Name the exit code of a masked command'),
  clear_inputs: z
    .boolean()
    .optional()
    .describe('Mask long strings in the arguments of old calls too'),
  clear_inputs_min_chars: count.optional().describe('Shorter argument strings stay'),
})

/** A policy as people write it: any field may be left out. */
export type MaskPolicyInput = z.infer<typeof maskPolicyInput>

type Complete<T> = { readonly [K in keyof T]-?: Exclude<T[K], undefined> }

/** A policy with every field decided. */
export type MaskPolicy = Complete<MaskPolicyInput>

/** What the proxy does unless told otherwise: rare commits that have paid twice over. */
export const defaultPolicy: MaskPolicy = {
  enabled: true,
  window_turns: 8,
  keep_errors: true,
  keep_last_k_per_tool: null,
  placeholder_template: defaultPlaceholder.fr,
  commit_every_turns: 10,
  commit_min_tokens: 0,
  commit_payback: 2,
  min_context_tokens: 16_000,
  min_result_chars: 200,
  protect_newest_tokens: 0,
  protected_tools: [
    '*skill*',
    '*memory*',
    '*plan*',
    '*todo*',
    '*ask*user*',
    '*question*',
    'recover_*',
  ],
  keep_first_observation: false,
  keep_edited_reads: false,
  stale_reads_first: true,
  keep_repeated_calls: true,
  preview_head_chars: 0,
  preview_tail_chars: 0,
  show_exit_code: false,
  clear_inputs: false,
  clear_inputs_min_chars: 2000,
}

/** The contract to the letter: a window that slides on every turn, and nothing kept but errors. */
export const strictPolicy: MaskPolicy = {
  ...defaultPolicy,
  commit_every_turns: 1,
  commit_payback: 0,
  min_context_tokens: 0,
  min_result_chars: 0,
  protected_tools: [],
  keep_first_observation: false,
  keep_edited_reads: false,
  stale_reads_first: false,
  keep_repeated_calls: false,
}

/** Fills in what was left out. Asking for a commit on every turn asks for the contract's strict window. */
export function resolvePolicy(input: MaskPolicyInput = {}): MaskPolicy {
  const defaults = input.commit_every_turns === 1 ? strictPolicy : defaultPolicy
  const given = Object.entries(input).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(given) }
}

const labels = new WeakMap<MaskPolicy, string>()

/** A policy in a few words, the same for every request under it, and one string for all of them. */
export function policyLabel(policy: MaskPolicy): string {
  const known = labels.get(policy)
  if (known !== undefined) return known
  const { window_turns, commit_every_turns, commit_payback, min_context_tokens } = policy
  const label = `window ${window_turns}, every ${commit_every_turns}, payback ${commit_payback}, from ${min_context_tokens}`
  labels.set(policy, label)
  return label
}
