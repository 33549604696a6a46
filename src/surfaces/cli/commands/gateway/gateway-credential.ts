import { setCredential } from '../../../../operations/gateway/gateway-identities.ts'
import type { Command } from '../../command.ts'
import { readAll } from '../../input/read-all.ts'
import { runOperation } from '../../run-operation.ts'
import { UsageError } from '../../usage-error.ts'

/** `tamis gateway credential set`: the secret comes from a pipe, never from the command line, where others could see it. */
export const gatewayCredentialSet: Command = {
  name: 'gateway credential set',
  summary: 'Keep a secret of yours for an upstream server; it is read from standard input',
  operands: 'SERVER NAME',
  options: {
    token: {
      type: 'string',
      value: 'NAME',
      description: 'For the holder of this token; without it, for all who bring none',
    },
  },
  examples: ['tamis gateway credential set github github_token --token ann < token.txt'],
  async run(context, args) {
    const [server, name, ...more] = args.operands
    if (server === undefined || name === undefined || more.length > 0)
      throw new UsageError('Name a SERVER and a NAME', 'NAME is that of ${caller.NAME}.')
    const token = args.text('token')
    const value = (await readAll(process.stdin, context.signal))
      .toString('utf8')
      .replace(/\r?\n$/, '')
    if (value === '')
      throw new UsageError('No secret came', 'Pipe it in, or type it and end with Ctrl-D.')
    return runOperation(context, gatewayCredentialSet, setCredential, {
      server,
      name,
      value,
      ...(token === undefined ? {} : { token }),
    })
  },
}
