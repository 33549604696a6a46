import { z } from 'zod'
import { toIsoTime } from '../../core/text/iso-time.ts'
import type { Engine } from '../../engine.ts'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'
import { callerMeant } from './caller-named.ts'

const server = z.string().min(1).describe('Its name in tamis.toml')
const token = z
  .string()
  .min(1)
  .optional()
  .describe('For the holder of this token, by name; needs admin. Your own if empty')
const name = z
  .string()
  .regex(/^[A-Za-z_]\w*$/)
  .describe('NAME in ${caller.NAME}')

/** Begins a login; `finishLogin` takes what the browser came back with. */
export const beginLogin = operation({
  name: 'gateway.login.begin',
  summary: 'Begin a login at an upstream server: an address for the browser, or a code',
  effect: 'write',
  tool: { name: 'gateway_login_begin', profiles: [], isForPeople: true },
  input: z.strictObject({
    server,
    redirect_uri: z
      .url()
      .optional()
      .describe('Where the browser ends, on http://127.0.0.1; a code for any device if empty'),
    scope: z.string().min(1).optional().describe('Rights to ask for'),
    token,
  }),
  run: async (engine, input, call) => {
    const caller = await callerMeant(engine, call.caller, input.token)
    const { redirect_uri: redirectUri, scope } = input
    return engine.discovery.identities.beginLogin(input.server, { caller, redirectUri, scope })
  },
})

export const finishLogin = operation({
  name: 'gateway.login.finish',
  summary: 'Finish a login: with the address the browser ended at, or the id of a login by code',
  effect: 'write',
  tool: { name: 'gateway_login_finish', profiles: [], isForPeople: true },
  input: z.strictObject({
    url: z.url().optional().describe('The whole address, with code and state'),
    id: z.string().min(1).optional().describe('What a login by code began with'),
    token,
  }),
  run: async (engine, input, call) => {
    const caller = await callerMeant(engine, call.caller, input.token)
    const facts = await engine.discovery.identities.finishLogin(caller, answerIn(input))
    return facts ? { status: 'done' as const, ...facts } : { status: 'pending' as const }
  },
})

const logout = operation({
  name: 'gateway.logout',
  summary: 'Forget your login at an upstream server',
  effect: 'write',
  tool: { name: 'gateway_logout', profiles: [], isForPeople: true },
  command: {
    name: 'gateway logout',
    positional: 'server',
    examples: ['tamis gateway logout github'],
  },
  input: z.strictObject({ server, token }),
  run: async (engine, input, call) => {
    const caller = await callerMeant(engine, call.caller, input.token)
    return { removed: await engine.discovery.identities.logout(input.server, caller) }
  },
  toText: ({ removed }, say) => say(removed ? 'Forgotten.' : 'There was none.'),
})

/** Sets a secret; the command line takes it from a pipe or asks for it. */
export const setCredential = operation({
  name: 'gateway.credential.set',
  summary: 'Keep a secret of yours, encrypted, for an upstream server that names it',
  effect: 'write',
  tool: { name: 'gateway_credential_set', profiles: [], isForPeople: true },
  input: z.strictObject({ server, name, value: z.string().min(1).max(100_000), token }),
  run: async (engine, { value, ...input }, call) => {
    const caller = await callerMeant(engine, call.caller, input.token)
    await engine.discovery.identities.setValue({ ...input, caller }, value)
    return { server: input.server, name: input.name }
  },
  toText: (output, say) => say(phrase`Kept ${output.name} for ${output.server}.`),
})

const removeCredential = operation({
  name: 'gateway.credential.remove',
  summary: 'Forget a secret of yours for an upstream server',
  effect: 'write',
  tool: { name: 'gateway_credential_remove', profiles: [], isForPeople: true },
  command: {
    name: 'gateway credential remove',
    positional: 'server',
    examples: ['tamis gateway credential remove github --name github_token'],
  },
  input: z.strictObject({ server, name, token }),
  run: async (engine, input, call) => {
    const caller = await callerMeant(engine, call.caller, input.token)
    return { removed: await engine.discovery.identities.removeValue({ ...input, caller }) }
  },
  toText: ({ removed }, say) => say(removed ? 'Forgotten.' : 'There was none.'),
})

const listIdentities = operation({
  name: 'gateway.credential.list',
  summary: 'List logins and secrets that are kept for upstream servers, without their texts',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'gateway_credential_list', profiles: [], isForPeople: true },
  command: { name: 'gateway credential list', examples: ['tamis gateway credential list'] },
  input: z.strictObject({}),
  run: async (engine) => ({ credentials: await credentialsOf(engine) }),
  toText: ({ credentials }, say) =>
    credentials.length === 0
      ? say('None are kept.')
      : toColumns(
          ['server', 'what', 'token', 'ends'],
          credentials.map((one) => [one.server, one.what, one.token ?? '-', one.ends ?? '-']),
          say,
        ),
})

export const identityOperations = [
  beginLogin,
  finishLogin,
  logout,
  setCredential,
  removeCredential,
  listIdentities,
]

interface KeptCredential {
  readonly server: string
  readonly what: string
  /** The name of the token it belongs to; `null` for those who bring none. */
  readonly token: string | null
  readonly ends?: string
}

async function credentialsOf(engine: Engine): Promise<readonly KeptCredential[]> {
  const { identities } = engine.discovery
  const names = new Map((await engine.tokens.list()).map((one) => [one.id, one.name]))
  const tokenOf = (person: string): string | null =>
    person === '' ? null : (names.get(person) ?? person)
  return [
    ...(await identities.logins()).map((login) => ({
      server: login.server,
      what: login.isRenewable ? 'login, renewed by itself' : 'login',
      token: tokenOf(login.person),
      ...(login.endsAt === undefined ? {} : { ends: toIsoTime(login.endsAt) }),
    })),
    ...(await identities.values()).map((value) => ({
      server: value.server,
      what: value.name,
      token: tokenOf(value.person),
    })),
  ]
}

function answerIn({ url, id }: { url?: string | undefined; id?: string | undefined }) {
  if (url !== undefined) return { kind: 'browser', url } as const
  if (id !== undefined) return { kind: 'device', id } as const
  throw new EngineError('invalid_input', 'Neither url nor id was given', {
    details: { path: 'url' },
  })
}
