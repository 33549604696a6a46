import { expect, test } from 'vitest'
import { inMemoryCredentials } from '../../../test/support/in-memory-credentials.ts'
import type { Caller } from '../../ports/caller.ts'
import type { HttpDefinition, StdioDefinition } from './definition.ts'
import { createIdentities } from './identities.ts'
import { writeLogin } from './oauth/login-record.ts'
import { mcpToolServers } from './tool-servers.ts'

const caller = (name: string): Caller => ({
  tokenId: `tok_${name}`,
  name,
  scope: 'write',
  namespace: 'default',
})
const [ann, ben] = [caller('ann'), caller('ben')]

const common = {
  timeoutMs: 1000,
  connectTimeoutMs: 1000,
  idleMs: 60_000,
  callerNames: [] as readonly string[],
}
const forge: HttpDefinition = {
  ...common,
  name: 'forge',
  transport: 'http',
  url: 'https://forge.example/mcp',
  headers: {},
}
const started: StdioDefinition = {
  ...common,
  name: 'git',
  transport: 'stdio',
  command: 'git-server',
  args: [],
  env: { TOKEN: 'Bearer ${caller.github_token}' },
  callerNames: ['github_token'],
}

/** Answers as a small MCP server would, and notes what came. */
function stage() {
  const sent: { url: string; authorization: string | null; method: string }[] = []
  const fetch = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { id, method = '', params } = JSON.parse(String(init.body ?? '{}'))
    const authorization = new Headers(init.headers).get('authorization')
    sent.push({ url: String(url), authorization, method })
    if (init.method !== 'POST') return new Response(null, { status: 405 })
    if (id === undefined) return new Response(null, { status: 202 })
    if (method === 'initialize')
      return Response.json({
        jsonrpc: '2.0',
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'staged', version: '1' },
        },
      })
    if (method === 'tools/list') return Response.json({ jsonrpc: '2.0', id, result: { tools: [] } })
    const error = { code: -32601, message: 'Method not found' }
    return Response.json({ jsonrpc: '2.0', id, error })
  }
  const credentials = inMemoryCredentials()
  return { sent, credentials, deps: { credentials, fetch, now: () => 0 } }
}

const record = {
  url: forge.url,
  authorizationServer: 'https://login.example',
  client: { client_id: 'tamis' },
  accessToken: 'the-access-of-ann',
}

test('a login goes to the address it was made for, and to no other of the same name', async () => {
  const { deps, credentials, sent } = stage()
  await writeLogin(credentials, 'forge', 'tok_ann', record)
  const identityOf = createIdentities(deps)
  const ask = async (definition: HttpDefinition, who: Caller) =>
    (await identityOf(definition, who)).fetch(definition.url, { method: 'POST', body: '{}' })
  await ask(forge, ann)
  await ask({ ...forge, url: 'https://evil.example/mcp' }, ann)
  await ask(forge, ben)
  expect(sent.map(({ authorization }) => authorization)).toEqual([
    'Bearer the-access-of-ann',
    null,
    null,
  ])
})

test('a header of the configuration is not replaced by a login', async () => {
  const { deps, credentials, sent } = stage()
  await writeLogin(credentials, 'forge', '', record)
  const definition = { ...forge, headers: { Authorization: 'Bearer configured' } }
  const { fetch } = await createIdentities(deps)(definition, undefined)
  await fetch(forge.url, { method: 'POST', body: '{}', headers: definition.headers })
  expect(sent[0]?.authorization).toBe('Bearer configured')
})

test('a browser is sent back only to the machine it is on', async () => {
  const { deps } = stage()
  const { logins } = mcpToolServers([forge], deps)
  for (const redirectUri of ['https://evil.example/callback', 'http://127.0.0.1.evil.example/'])
    await expect(logins.begin('forge', { caller: ann, redirectUri })).rejects.toMatchObject({
      code: 'invalid_input',
    })
})

test('each person has the secret that they set, and who set none is told how', async () => {
  const { deps, credentials } = stage()
  const servers = mcpToolServers([started], deps)
  const set = (who: Caller | undefined, value: string) =>
    servers.callerValues.set({ server: 'git', name: 'github_token', caller: who }, value)
  await set(ann, 'of-ann')
  await set(ben, 'of-ben')
  const identityOf = createIdentities(deps)
  const envOf = async (who: Caller | undefined, definition = started) => {
    const filled = await (await identityOf(definition, who)).resolve()
    return filled.transport === 'stdio' ? filled.env.TOKEN : undefined
  }
  expect([await envOf(ann), await envOf(ben)]).toEqual(['Bearer of-ann', 'Bearer of-ben'])
  await expect(envOf(caller('cat'))).rejects.toMatchObject({
    code: 'credential_missing',
    hint: 'Set it: `tamis gateway credential set git github_token --token cat`.',
  })
  await expect(envOf(undefined)).rejects.toMatchObject({ code: 'credential_missing' })
  await expect(envOf(ann, { ...started, command: 'another-server' })).rejects.toMatchObject({
    code: 'credential_missing',
  })
  expect(await credentials.names()).toHaveLength(2)
  const unnamed = { server: 'git', name: 'other', caller: ann }
  await expect(servers.callerValues.set(unnamed, 'x')).rejects.toMatchObject({
    code: 'invalid_input',
  })
})

test('connections of people are bounded: the one unused for longest ends', async () => {
  const { deps, sent } = stage()
  const headers = { 'x-key': '${caller.key}' }
  const servers = mcpToolServers([{ ...forge, headers, callerNames: ['key'] }], deps)
  const people = Array.from({ length: 65 }, (_, index) => caller(`p${index}`))
  const list = (who: Caller) => servers.list('forge', { era: 'legacy', caller: who })
  for (const who of people) {
    await servers.callerValues.set({ server: 'forge', name: 'key', caller: who }, who.name)
    await list(who)
  }
  const hellos = () => sent.filter(({ method }) => method === 'initialize').length
  expect(hellos()).toBe(65)
  await list(people.at(-1) ?? ann)
  expect(hellos()).toBe(65)
  await list(people[0] ?? ann)
  expect(hellos()).toBe(66)
  await servers.close()
})
