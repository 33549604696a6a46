import { z } from 'zod'
import type { Caller, PolicyLine } from '../../engine.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'
import { callerNamed } from './caller-named.ts'

/** Says what would happen, and calls nothing. */
export const checkPolicy = operation({
  name: 'gateway.policy.check',
  summary: 'Show what policy says to a token of every upstream and tool; nothing is called',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'gateway_policy_check', profiles: [], isForPeople: true },
  command: {
    name: 'gateway policy check',
    examples: [
      'tamis gateway policy check --token ci',
      'tamis gateway policy check --token ci --server fs --tool write_file',
      'tamis gateway policy check --config draft.toml',
    ],
  },
  input: z.strictObject({
    token: z
      .string()
      .min(1)
      .optional()
      .describe('Whose calls, by name; NAMESPACE/NAME for another namespace; without one if empty'),
    server: z.string().min(1).optional().describe('Only this upstream'),
    tool: z.string().min(1).optional().describe('Only this tool'),
  }),
  run: async (engine, { token, ...only }) => {
    const caller = token === undefined ? undefined : await callerNamed(engine, token)
    const lines = await engine.discovery.gateway.checkPolicy(caller, only)
    return { token: token ?? null, lines: lines.map((line) => withScope(line, caller)) }
  },
  toText: ({ lines }, say) =>
    lines.length === 0
      ? say('Nothing fits: `tamis gateway list` shows what is connected.')
      : toColumns(['effect', 'what', 'why'], lines.map(toRow), say),
})

interface CheckedLine extends Omit<PolicyLine, 'by'> {
  readonly by: PolicyLine['by'] | 'scope'
}

/** A token that may only read runs nothing, whatever the rules say. */
function withScope(line: PolicyLine, caller: Caller | undefined): CheckedLine {
  if (caller?.scope !== 'read') return line
  return { ...line, effect: 'deny', by: 'scope', why: 'its scope is read' }
}

function toRow(line: CheckedLine): readonly string[] {
  const limits = [
    line.callsPerMinute === undefined ? '' : `at most ${line.callsPerMinute} calls a minute`,
    line.maxArgumentChars === undefined ? '' : `arguments to ${line.maxArgumentChars} characters`,
    line.maxStringChars === undefined ? '' : `results to ${line.maxStringChars} characters`,
  ]
  const what =
    line.tool === undefined ? `${line.server}, all but tools` : `${line.server}:${line.tool}`
  return [line.effect, what, [line.why, ...limits].filter(Boolean).join('; ')]
}
