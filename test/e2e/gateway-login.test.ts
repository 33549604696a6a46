import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { machine, type ProtectedStage, startProtected } from '../support/authorization-server.ts'
import { program } from '../support/program.ts'
import { commands, type GatewayDaemon, homeWith, startGateway } from './gateway-stage.ts'
import { cleanEnvironment, postJson, runTamis } from './tamis.ts'

const admin = { 'x-tamis-token': 'a-token-of-sixteen' }
type Headers = Readonly<Record<string, string>>

interface Ran {
  readonly result?: unknown
  readonly tasks?: readonly { error?: { code: string; message: string } }[]
  readonly error?: { code: string; message: string; hint?: string }
}

interface Stage {
  readonly idp: ProtectedStage
  readonly daemon: GatewayDaemon
  person(name: string): Promise<Headers>
  post(operation: string, input: object, who?: Headers): Promise<Record<string, never>>
  begin(who: Headers, more?: object): Promise<string>
  login(who: Headers, as: string, more?: object): Promise<unknown>
  whoami(who: Headers): Promise<string>
}

async function start(more: object = {}, env: Record<string, string> = {}): Promise<Stage> {
  const idp = await startProtected()
  onTestFinished(idp.close)
  const daemon = await startGateway(
    { forge: { url: idp.url, ...more } },
    { env: { TAMIS_TOKEN: admin['x-tamis-token'], ...env } },
  )
  const post = async (operation: string, input: object, who: Headers = admin) =>
    (await postJson(`${daemon.url}/api/${operation}`, input, who)).body as Record<string, never>
  const redirect_uri = 'http://127.0.0.1:9/callback'
  const begin = async (who: Headers, wish: object = {}): Promise<string> =>
    (await post('gateway.login.begin', { server: 'forge', redirect_uri, ...wish }, who)).url ?? ''
  return {
    idp,
    daemon,
    post,
    begin,
    async person(name) {
      const { token } = await post('token.create', { name })
      return { 'x-tamis-token': token ?? '' }
    },
    async login(who, as, wish) {
      idp.person = { name: as, agrees: true }
      const url = await idp.browse(await begin(who, wish))
      return post('gateway.login.finish', { url }, who)
    },
    async whoami(who) {
      const ran = (await post('execute', { id: 'tool:forge:whoami' }, who)) as Ran
      const error = ran.error ?? ran.tasks?.[0]?.error
      return error ? `${error.code}: ${error.message}` : String(ran.result)
    },
  }
}

test('two people log in and are two people at the server, through every door', async () => {
  const { idp, daemon, person, login, whoami } = await start()
  const [ann, ben] = [await person('ann'), await person('ben')]
  expect(await whoami(ann)).toMatch(/^(?:login_needed|tool_not_found): /)
  expect(await login(ann, 'ann')).toMatchObject({ status: 'done', isRenewable: true })
  expect(await login(ben, 'ben')).toMatchObject({ status: 'done' })
  expect([await whoami(ann), await whoami(ben)]).toEqual(['ann', 'ben'])
  for (const [who, name] of [
    [ann, 'ann'],
    [ben, 'ben'],
  ] as const)
    for (const [door, tool] of [
      ['/mcp/forge', 'whoami'],
      ['/mcp?profile=transparent', 'forge__whoami'],
    ] as const) {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${daemon.url}${door}`), {
          requestInit: { headers: who },
        }),
      )
      const { content } = await client.callTool({ name: tool, arguments: {} })
      expect(content).toEqual([{ type: 'text', text: name }])
      await client.close()
    }
  const said = daemon.stderr()
  for (const bearer of idp.seen) expect(said).not.toContain(bearer)
  const folder = join(daemon.home, 'credentials')
  for (const file of readdirSync(folder))
    for (const bearer of idp.seen)
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain(bearer)
})

test('who has not logged in is told what to run', async () => {
  const { daemon, person, login, post } = await start()
  const [ann, ben] = [await person('ann'), await person('ben')]
  await login(ann, 'ann')
  const direct = await postJson(
    `${daemon.url}/api/mcp-gateway/forge/rpc`,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } },
    ben,
  )
  expect(direct.body).toMatchObject({
    error: { data: { code: 'login_needed', hint: 'Run `tamis gateway login forge`.' } },
  })
  const { servers } = await post('gateway.list', {})
  expect(JSON.stringify(servers)).toContain('tamis gateway login forge')
})

test('an access that ended is renewed, once for all who wait for it', async () => {
  const { idp, person, login, whoami } = await start()
  const ann = await person('ann')
  await login(ann, 'ann')
  const first = idp.seen.at(-1)
  await idp.expire()
  const answers = await Promise.all(Array.from({ length: 5 }, () => whoami(ann)))
  expect(answers).toEqual(Array(5).fill('ann'))
  expect(idp.seen.at(-1)).not.toBe(first)
  await idp.expire()
  expect(await whoami(ann)).toBe('ann')
})

test('a consent that was taken back ends the login, and a new one works at once', async () => {
  const { idp, person, login, whoami, post } = await start()
  const ann = await person('ann')
  await login(ann, 'ann')
  expect(await whoami(ann)).toBe('ann')
  await idp.revoke()
  expect(await whoami(ann)).toBe('login_needed: forge no longer accepts the login it was given')
  expect(await post('gateway.credential.list', {})).toEqual({ credentials: [] })
  await login(ann, 'ann')
  expect(await whoami(ann)).toBe('ann')
})

test('a token that is meant for somebody else is refused, and so is a server that speaks for another', async () => {
  const { idp, person, login, whoami, begin, post } = await start()
  const ann = await person('ann')
  await login(ann, 'ann')
  expect(await whoami(ann)).toBe('ann')
  idp.audience = 'https://another.example/mcp'
  await idp.expire()
  expect(await whoami(ann)).toBe('login_needed: forge refuses the login it was given')
  idp.resource = 'https://another.example/mcp'
  expect(await begin(ann)).toBe('')
  const refused = await post(
    'gateway.login.begin',
    { server: 'forge', redirect_uri: 'http://127.0.0.1:9/callback' },
    ann,
  )
  expect(refused).toMatchObject({ error: { code: 'login_failed' } })
})

test('an answer counts for who began the login, once, and a person may say no', async () => {
  const { idp, person, begin, post, whoami } = await start()
  const [ann, ben] = [await person('ann'), await person('ben')]
  const back = await idp.browse(await begin(ann))
  const finish = (url: string, who: Headers) => post('gateway.login.finish', { url }, who)
  const failed = { error: { code: 'login_failed' } }
  expect(await finish(back, ben)).toMatchObject(failed)
  const forged = new URL(back)
  forged.searchParams.set('state', 'x'.repeat(32))
  expect(await finish(forged.href, ann)).toMatchObject(failed)
  const elsewhere = new URL(back)
  elsewhere.searchParams.set('iss', 'https://evil.example')
  expect(await finish(elsewhere.href, ann)).toMatchObject(failed)
  expect(await finish(back, ann)).toMatchObject(failed)
  const again = await idp.browse(await begin(ann))
  expect(await finish(again, ann)).toMatchObject({ status: 'done' })
  expect(await finish(again, ann)).toMatchObject(failed)
  expect(await whoami(ann)).toBe('ann')
  idp.person = { name: 'ben', agrees: false }
  expect(await finish(await idp.browse(await begin(ben)), ben)).toMatchObject({
    error: { message: 'The login at forge failed: access_denied' },
  })
})

test('a tool that needs more rights names them, and a login with them is enough', async () => {
  const { person, login, post } = await start()
  const ann = await person('ann')
  await login(ann, 'ann')
  const run = () => post('execute', { id: 'tool:forge:delete_everything' }, ann) as Promise<Ran>
  const lacking = await run()
  expect(lacking.tasks?.[0]?.error?.code).toBe('login_needed')
  await login(ann, 'ann', { scope: 'mcp:read mcp:admin' })
  expect((await run()).result).toBe('ann')
})

test('a code on any device does as well as a browser here', async () => {
  const { idp, person, post, whoami } = await start()
  const ann = await person('ann')
  const begun = await post('gateway.login.begin', { server: 'forge' }, ann)
  expect(begun).toMatchObject({ kind: 'device', code: expect.any(String) })
  const finish = () => post('gateway.login.finish', { id: begun.id }, ann)
  expect(await finish()).toEqual({ status: 'pending' })
  await idp.typeIn(begun.url ?? '')
  expect(await finish()).toMatchObject({ status: 'done' })
  expect(await whoami(ann)).toBe('ann')
})

test('the command line logs in: it waits for the browser and keeps the login', async () => {
  const idp = await startProtected()
  onTestFinished(idp.close)
  const home = homeWith({ forge: { url: idp.url } })
  const main = program()
  const child = spawn(
    process.execPath,
    [main, 'gateway', 'login', 'forge', '--no-browser', '--home', home],
    { env: cleanEnvironment() },
  )
  onTestFinished(() => void child.kill())
  let said = ''
  const { promise: asked, resolve } = Promise.withResolvers<string>()
  child.stderr.on('data', (chunk) => {
    said += chunk
    const url = /browser: (\S+)/.exec(said)?.[1]
    if (url) resolve(url)
  })
  const page = await fetch(await idp.browse(await asked))
  expect(await page.text()).toContain('go back to the terminal')
  expect(await once(child, 'close')).toEqual([0, null])
  const ran = await runTamis(['execute', 'tool:forge:whoami', '--home', home, '--json'])
  expect(JSON.parse(ran.stdout)).toMatchObject({ result: 'ann' })
  const listed = await runTamis(['gateway', 'credential', 'list', '--home', home])
  expect(listed.stdout).toMatch(/forge +login, renewed by itself/)
  await runTamis(['gateway', 'logout', 'forge', '--home', home])
  const after = await runTamis(['execute', 'tool:forge:whoami', '--home', home, '--json'])
  expect(after.stdout).toContain('login_needed')
}, 60_000)

test('each person has a process with their own secret, set by pipe or over HTTP', async () => {
  const home = homeWith({ git: { args: commands.misbehaving('person') } })
  const file = join(home, 'tamis.toml')
  appendFileSync(file, 'env = { WHO = "${caller.who}" }\n')
  const daemon = await startGateway({}, { home, env: { TAMIS_TOKEN: admin['x-tamis-token'] } })
  const post = async (operation: string, input: object, who: Headers = admin) =>
    (await postJson(`${daemon.url}/api/${operation}`, input, who)).body as Record<string, never>
  const people = await Promise.all(
    ['ann', 'ben', 'cat'].map(async (name) => ({
      'x-tamis-token': (await post('token.create', { name })).token ?? '',
    })),
  )
  const [ann = admin, ben = admin, cat = admin] = people
  await post('gateway.credential.set', { server: 'git', name: 'who', value: 'I am Ann' }, ann)
  const piped = await runTamis(
    ['gateway', 'credential', 'set', 'git', 'who', '--token', 'ben', '--home', home],
    { input: 'I am Ben\n' },
  )
  expect(piped).toMatchObject({ code: 0, stdout: 'Kept who for git.\n' })
  const run = async (who: Headers) =>
    (await post('execute', { id: 'tool:git:work', args: {} }, who)) as Ran
  const [first, second, again] = [await run(ann), await run(ben), await run(ann)]
  expect([first.result, second.result]).toEqual([
    expect.stringMatching(/^I am Ann \d+$/),
    expect.stringMatching(/^I am Ben \d+$/),
  ])
  expect(again.result).toBe(first.result)
  const without = await run(cat)
  expect(without.tasks?.[0]?.error).toMatchObject({
    code: 'credential_missing',
    message: 'git needs the who of cat',
  })
  const kept = readdirSync(join(home, 'credentials')).map((name) =>
    readFileSync(join(home, 'credentials', name), 'utf8'),
  )
  expect(kept.join()).not.toContain('I am Ann')
})

test('a machine logs in for itself with a secret of the environment', async () => {
  const idp = await startProtected()
  onTestFinished(idp.close)
  const more = `[gateway.servers.forge]\nurl = "${idp.url}"\n[gateway.servers.forge.oauth]\ngrant = "client_credentials"\nclient_id = "${machine.client_id}"\nclient_secret = "\${FORGE_SECRET}"\n`
  const daemon = await startGateway({}, { more, env: { FORGE_SECRET: machine.client_secret } })
  const whoami = async () => (await daemon.call<Ran>('execute', { id: 'tool:forge:whoami' })).result
  expect(await whoami()).toBe('machine')
  await idp.expire()
  expect(await whoami()).toBe('machine')
  expect(daemon.stderr()).not.toContain(machine.client_secret)
})
