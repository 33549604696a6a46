import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import { type MaskReport, maskPolicyInput, type RegretReport } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'

const mask = operation({
  name: 'mask',
  summary:
    'Replace the old tool results of a conversation by placeholders whose ids bring them back',
  effect: 'write',
  tool: { name: 'mask', profiles: [] },
  input: z.strictObject({
    messages: z
      .array(z.unknown())
      .max(200_000)
      .describe('OpenAI chat messages, Responses items or Anthropic messages'),
    policy: maskPolicyInput
      .optional()
      .describe('What may be masked, and when; the configured policy where it says nothing'),
  }),
  run: (engine, { messages, policy }) => engine.conversations.mask(messages, policy ?? {}),
  toText: maskText,
})

const regret = operation({
  name: 'regret',
  summary: 'Show how often what was left out was asked back, by sieve, tool and policy',
  effect: 'read',
  tool: { name: 'regret', profiles: [] },
  command: { name: 'regret', examples: ['tamis regret', 'tamis regret --json'] },
  input: z.strictObject({
    since: z.number().min(0).default(0).describe('Milliseconds since the epoch'),
  }),
  run: (engine, { since }) => engine.conversations.regret(since),
  toText: regretText,
})

export const maskOperations = [mask, regret]

function regretText(
  report: RegretReport & { protected_tools: readonly string[] },
  say: Say,
): string {
  const { recoveries, groups, protected_tools } = report
  const rows = groups.map(({ sieve, tool, policy, count }) => [count, sieve, tool, policy])
  const table =
    rows.length > 0 ? [toColumns(['asked back', 'sieve', 'tool', 'policy'], rows, say)] : []
  const kept =
    protected_tools.length > 0 ? [say(phrase`protected: ${protected_tools.join(', ')}`)] : []
  const total = say(counted(recoveries, '{} recovery', '{} recoveries'))
  return [total, ...table, ...kept].join('\n')
}

function maskText({ masked, stats }: MaskReport, say: Say): string {
  const saved = stats.chars_before - stats.chars_after
  const share = stats.chars_before === 0 ? 0 : Math.round((100 * saved) / stats.chars_before)
  return [
    [
      say(counted(masked.length, '{} result masked', '{} results masked')),
      say(counted(stats.messages, 'of {} message ({}),', 'of {} messages ({}),', stats.format)),
      say(counted(stats.commits, 'in {} batch', 'in {} batches')),
    ].join(' '),
    say(phrase`${saved} characters (${share} %) and about ${stats.tokens_saved_est} tokens saved`),
    ...masked.map(
      ({ id, tool, tool_call_id, chars }) => `${id}  ${tool}  ${tool_call_id}  ${chars}`,
    ),
  ].join('\n')
}
