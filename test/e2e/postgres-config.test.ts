import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOperation, type PostgresCluster, startCluster } from '../support/postgres-cluster.ts'
import { noServer, postgresPrograms } from '../support/postgres-server.ts'
import { startEverythingOverHttp } from './gateway-stage.ts'
import { newFolder, postJson, type RunningDaemon, runTamis } from './tamis.ts'

const hasServer = postgresPrograms !== undefined
const skipped = hasServer ? '' : ` (${noServer})`

describe.skipIf(!hasServer)(`what one daemon is told reaches the other${skipped}`, () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    cluster = await startCluster({ daemons: 2 })
  }, 60_000)
  afterAll(() => cluster?.close())

  function both(): readonly [RunningDaemon, RunningDaemon] {
    const [first, second] = cluster.daemons
    if (!first || !second) throw new Error('both daemons run')
    return [first, second]
  }

  const soon = { timeout: 10_000, interval: 50 }

  test('a policy of masking', async () => {
    const [first, second] = both()
    expect(await maskedBy(second)).toBe(0)
    const toml = '[mask]\nwindow_turns = 1\ncommit_every_turns = 1\nmin_context_tokens = 0\n'
    expect(await callOperation(first, 'config.share', { toml })).toMatchObject({ status: 200 })
    expect(await maskedBy(first)).toBeGreaterThan(0)
    await expect.poll(() => maskedBy(second), soon).toBeGreaterThan(0)
    expect(await settingOf(second, 'mask.window_turns')).toMatchObject({
      value: 1,
      origin: 'shared',
    })
    await callOperation(second, 'config.share', { toml: '' })
    await expect.poll(() => maskedBy(first), soon).toBe(0)
  })

  test('an upstream server, its approval and its end', async () => {
    const [first, second] = both()
    const url = await startEverythingOverHttp()
    const toml = `[gateway.servers.everything]\nurl = "${url}"\nquarantined = true\n`
    await callOperation(first, 'config.share', { toml })
    const found = async (): Promise<string> =>
      (await callOperation(second, 'discover', { intent: 'echo back a message' })).text
    const listed = async (): Promise<unknown> =>
      (await callOperation(second, 'gateway.list', {})).body
    await expect
      .poll(async () => {
        await found()
        return listed()
      }, soon)
      .toMatchObject({ servers: [{ server: 'everything', isQuarantined: true }] })
    const run = { id: 'tool:everything:echo', args: { message: 'hello there' } }
    expect(await found()).not.toContain('tool:everything:echo')
    expect((await callOperation(second, 'execute', run)).text).not.toContain('hello there')

    const waiting = await callOperation(first, 'gateway.pending', { server: 'everything' })
    const { digest } = waiting.body as { digest: string }
    await callOperation(first, 'gateway.approve', { server: 'everything', shown: digest })
    expect(await found()).toContain('tool:everything:echo')
    expect((await callOperation(second, 'execute', run)).text).toContain('hello there')

    await callOperation(first, 'config.share', { toml: '' })
    await expect.poll(listed, soon).toEqual({ servers: [] })
    expect(await found()).not.toContain('tool:everything:echo')
    expect((await callOperation(second, 'execute', run)).text).not.toContain('hello there')
  }, 30_000)

  test('a token that was revoked', async () => {
    const [first, second] = both()
    const made = await callOperation(first, 'token.create', { name: 'short', scope: 'read' })
    const { token } = made.body as { token: string }
    const ask = async (): Promise<number> =>
      (await postJson(`${second.url}/api/health`, {}, { 'x-tamis-token': token })).status
    expect(await ask()).toBe(200)
    await callOperation(first, 'token.revoke', { name: 'short' })
    await expect.poll(ask, { interval: 20 }).toBe(401)
  })

  test('a file that the command line shares; what must stay with a machine is refused', async () => {
    const [, second] = both()
    const folder = newFolder()
    const env = { TAMIS_DATABASE_URL: cluster.server.url, TAMIS_HOME: folder }
    const share = async (toml: string): ReturnType<typeof runTamis> => {
      writeFileSync(join(folder, 'team.toml'), toml)
      return runTamis(['config', 'share', join(folder, 'team.toml')], { env })
    }
    expect(await share('[gateway.servers.x]\ncommand = "sh"\n')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be shared'),
    })
    expect(await share('[mask]\nwindow_turns = 5\n')).toMatchObject({ code: 0 })
    await expect
      .poll(() => settingOf(second, 'mask.window_turns'), soon)
      .toMatchObject({ value: 5, origin: 'shared' })
    expect((await runTamis(['config', 'shared'], { env })).stdout).toBe(
      '[mask]\nwindow_turns = 5\n',
    )
    const { stdout } = await runTamis(['config'], { env })
    expect(stdout).toMatch(/^mask\.window_turns +5 {2}# shared$/m)
  })
})

test('a daemon on SQLite shares nothing, and says so', async () => {
  const { code, stderr } = await runTamis(['config', 'shared', '--home', newFolder()])
  expect(code).toBe(1)
  expect(stderr).toContain('TAMIS_DATABASE_URL')
})

/** How many results a daemon masks of a short conversation, which the default policy leaves whole. */
async function maskedBy({ url }: RunningDaemon): Promise<number> {
  const turns = [0, 1, 2, 3].flatMap((at) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: `result ${at} ${'of a file\n'.repeat(100)}` },
  ])
  const messages = [{ role: 'user', content: 'Read the files.' }, ...turns]
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
    body: JSON.stringify({ model: 'fine', messages }),
  })
  await response.text()
  return Number(response.headers.get('x-tamis-masked'))
}

async function settingOf(daemon: RunningDaemon, key: string): Promise<unknown> {
  const { body } = await callOperation(daemon, 'config.show', {})
  return (body as { settings: { key: string }[] }).settings.find((one) => one.key === key)
}
