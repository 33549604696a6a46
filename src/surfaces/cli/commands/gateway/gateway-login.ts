import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Engine } from '../../../../engine.ts'
import { EngineError } from '../../../../errors.ts'
import { beginLogin, finishLogin } from '../../../../operations/gateway/gateway-identities.ts'
import { phrase } from '../../../../phrase.ts'
import type { Arguments, Command, CommandContext } from '../../command.ts'
import { openInBrowser } from '../../daemon/open-in-browser.ts'
import { UsageError } from '../../usage-error.ts'

/** `tamis gateway login`: lets a person agree in their browser, or by a code on any device. */
export const gatewayLogin: Command = {
  name: 'gateway login',
  summary: 'Log in at an upstream server that asks who is calling',
  operands: 'SERVER',
  options: {
    device: { type: 'boolean', description: 'By a code that you type in on any device' },
    scope: { type: 'string', value: 'SCOPE', description: 'Rights to ask for' },
    token: {
      type: 'string',
      value: 'NAME',
      description: 'For the holder of this token; without it, for all who have no login',
    },
    browser: { type: 'boolean', description: 'Open the browser (default; --no-browser does not)' },
  },
  examples: ['tamis gateway login github', 'tamis gateway login github --device --token ann'],
  async run(context, args) {
    const [server, ...more] = args.operands
    if (server === undefined || more.length > 0)
      throw new UsageError('Name one SERVER', '`tamis gateway list` names them.')
    const engine = await context.openEngine()
    const done = args.isSet('device')
      ? await loginOnDevice(context, engine, server, args)
      : await loginInBrowser(context, engine, server, args)
    if (context.output.isJson) context.output.json(done)
    else context.output.result(context.output.say(phrase`Logged in at ${server}.`))
    return 0
  },
}

async function loginInBrowser(
  { output, signal }: CommandContext,
  engine: Engine,
  server: string,
  args: Arguments,
): Promise<unknown> {
  const returned = await listenForReturn(signal)
  const call = { source: 'cli', caller: undefined, signal }
  try {
    const wish = { server, redirect_uri: returned.redirectUri, ...chosen(args) }
    const begun = (await beginLogin.run(engine, wish, call)) as { url: string }
    output.note(phrase`Agree in your browser: ${begun.url}`)
    if (!args.isNegated('browser')) openInBrowser(begun.url)
    return await finishLogin.run(engine, { url: await returned.url, ...token(args) }, call)
  } finally {
    returned.close()
  }
}

async function loginOnDevice(
  { output, signal }: CommandContext,
  engine: Engine,
  server: string,
  args: Arguments,
): Promise<unknown> {
  const call = { source: 'cli', caller: undefined, signal }
  const begun = (await beginLogin.run(engine, { server, ...chosen(args) }, call)) as {
    readonly id: string
    readonly url: string
    readonly code: string
    readonly intervalMs: number
    readonly expiresInMs: number
  }
  output.note(phrase`Open ${begun.url} and type in ${begun.code}`)
  for (let waited = 0; waited < begun.expiresInMs; waited += begun.intervalMs) {
    await wait(begun.intervalMs, undefined, { signal })
    const answer = await finishLogin.run(engine, { id: begun.id, ...token(args) }, call)
    if ((answer as { status: string }).status === 'done') return answer
  }
  throw new EngineError('login_failed', phrase`Nobody agreed to the login at ${server} in time`, {
    hint: phrase`Run \`tamis gateway login ${server} --device\` to begin again.`,
  })
}

function chosen(args: Arguments): { scope?: string; token?: string } {
  const scope = args.text('scope')
  return { ...(scope === undefined ? {} : { scope }), ...token(args) }
}

function token(args: Arguments): { token?: string } {
  const name = args.text('token')
  return name === undefined ? {} : { token: name }
}

/** A page on this machine that the browser is sent back to; whoever asks for anything else gets nothing. */
async function listenForReturn(signal: AbortSignal): Promise<{
  readonly redirectUri: string
  readonly url: Promise<string>
  close(): void
}> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const listener = createServer((request, response) => {
    const isReturn = request.method === 'GET' && request.url?.startsWith('/callback?')
    response.writeHead(isReturn ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(isReturn ? 'You can close this page and go back to the terminal.' : '')
    if (isReturn) resolve(`${redirectUri.slice(0, -'/callback'.length)}${request.url}`)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const redirectUri = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return {
    redirectUri,
    url: promise,
    close: () => void listener.close().closeAllConnections(),
  }
}
