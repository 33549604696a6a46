import { approve, pending } from '../../../../operations/gateway/gateway.ts'
import { pendingText } from '../../../../operations/gateway/pending-text.ts'
import { askYes } from '../../ask-yes.ts'
import type { Command } from '../../command.ts'
import { runOperation } from '../../run-operation.ts'
import { UsageError } from '../../usage-error.ts'

type Waiting = NonNullable<(typeof pending)['types']>['output']

/** `tamis gateway approve`: shows everything that waits, asks where somebody is there, and approves just that. */
export const gatewayApprove: Command = {
  name: 'gateway approve',
  summary: approve.summary,
  operands: 'SERVER',
  operandMeaning: { description: 'Its name in tamis.toml', facts: ['required'] },
  options: {
    tool: { type: 'string', value: 'TEXT', description: 'Only this tool' },
    yes: { type: 'boolean', description: 'Do not ask' },
  },
  examples: ['tamis gateway approve fs', 'tamis gateway approve fs --tool write_file'],
  async run(context, args) {
    const { openEngine, output, signal } = context
    const [server, ...more] = args.operands
    if (server === undefined || more.length > 0)
      throw new UsageError('Name one SERVER', '`tamis gateway list` names them.')
    const tool = args.text('tool')
    const call = { source: 'cli', caller: undefined, signal }
    const waiting = (await pending.run(await openEngine(), { server }, call)) as Waiting
    const meant = waiting.pending.filter(({ name }) => tool === undefined || name === tool)
    const text = meant.map((one) => pendingText(one, output.say)).join('\n\n')
    if (text !== '') (output.isJson ? output.note : output.result)(text)
    const isAsked = meant.length > 0 && !args.isSet('yes') && process.stdin.isTTY === true
    if (isAsked && !(await askYes(output.say('Approve this? [y/N]'), ''))) return 1
    const shown = tool === undefined ? waiting.digest : (meant[0]?.digest ?? '')
    return runOperation(context, gatewayApprove, approve, {
      server,
      shown,
      ...(tool === undefined ? {} : { tool }),
    })
  },
}
