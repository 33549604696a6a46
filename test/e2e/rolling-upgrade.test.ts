import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BindingProvider, startBindingProvider } from '../support/binding-provider.ts'
import { lastRelease, lastReleaseProgram, noRelease } from '../support/last-release.ts'
import { freePort, hasNginx, type Nginx, noNginx, startNginx } from '../support/nginx.ts'
import {
  noServer,
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../support/postgres-server.ts'
import { codingSteps, newConversation, takeStep } from '../support/scripted-agent.ts'
import { newFolder, postJson, type RunningDaemon, startTamis } from './tamis.ts'

const missing = [
  ...(hasNginx ? [] : [noNginx]),
  ...(postgresPrograms === undefined ? [noServer] : []),
  ...(lastRelease === undefined ? [noRelease] : []),
]
const skipped = missing.length === 0 ? '' : ` (${missing.join('; ')})`
const agents = 4

describe.skipIf(missing.length > 0)(`two daemons behind the shipped nginx${skipped}`, () => {
  let postgres: PostgresServer
  let provider: BindingProvider
  let nginx: Nginx
  const ports: number[] = []
  const homes = [newFolder(), newFolder()]
  const daemons: RunningDaemon[] = []

  beforeAll(async () => {
    ;[postgres, provider] = await Promise.all([
      startPostgres(['fsync=off']),
      startBindingProvider(),
    ])
    ports.push(await freePort(), await freePort())
    nginx = await startNginx(ports)
    const release = lastReleaseProgram()
    daemons.push(await start(0, release), await start(1, release))
  }, 120_000)
  afterAll(async () => {
    await nginx?.stop()
    await Promise.all(daemons.map((daemon) => daemon.stop()))
    await provider?.close()
    await postgres?.remove()
  }, 60_000)

  const start = (at: number, program?: string): Promise<RunningDaemon> =>
    startTamis({
      home: homes[at] ?? newFolder(),
      args: ['--port', String(ports[at])],
      ...(program === undefined ? {} : { program }),
      env: {
        TAMIS_DATABASE_URL: postgres.url,
        TAMIS_SERVER_ALLOWED_HOSTS: `127.0.0.1:${nginx.port}`,
        TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
        TAMIS_MASK_PRUNE_MIN_TOKENS: '500',
      },
    })

  /** One after another: stopped, started as the program that is here now, and ready before the next. */
  async function upgradeAll(): Promise<void> {
    for (const at of [0, 1]) {
      expect(await daemons[at]?.stop()).toBe(0)
      daemons[at] = await start(at)
      expect((await fetch(`${daemons[at]?.url}/ready`)).status).toBe(200)
    }
  }

  /** Agents that go on until the work is done; every status that was not 200. */
  async function meanwhile(
    work: () => Promise<void>,
    ask: (agent: number, turn: number) => Promise<number>,
  ): Promise<{ readonly asked: number; readonly failed: readonly number[] }> {
    let isOver = false
    let asked = 0
    const failed: number[] = []
    const agent = async (_: unknown, number: number): Promise<void> => {
      for (let turn = 0; !isOver; turn++) {
        const status = await ask(number, turn).catch(() => 0)
        asked++
        if (status !== 200) failed.push(status)
      }
    }
    const all = Promise.all(Array.from({ length: agents }, agent))
    await work().finally(() => {
      isOver = true
    })
    await all
    return { asked, failed }
  }

  test('are upgraded from the last release, and no request fails or is told otherwise than before', async () => {
    const steps = codingSteps(40)
    const conversations = Array.from({ length: agents }, () => newConversation())
    const { asked, failed } = await meanwhile(upgradeAll, async (agent, turn) => {
      // Forty steps are a long session; then another begins.
      const isNew = turn % steps.length === 0
      if (isNew) conversations[agent] = newConversation()
      const conversation = conversations[agent] ?? newConversation()
      const headers = { 'x-api-key': `key of ${agent}` }
      const options = { headers, stream: turn % 2 === 1 }
      return takeStep(nginx.url, conversation, steps[turn % steps.length], options)
    })
    expect(failed).toEqual([])
    expect(provider.refused).toBe(0)
    expect(provider.accepted).toBeGreaterThan(asked)
    const versions = await postgres.query('select count(*)::integer as n from tamis.ledger')
    expect(Number(versions[0]?.n)).toBeGreaterThanOrEqual(asked)
  }, 180_000)

  test('are restarted, and nothing that is asked of them fails', async () => {
    const text = 'a line of a build log that says nothing\n'.repeat(60)
    const { failed } = await meanwhile(upgradeAll, async (agent, turn) => {
      const headers = { 'x-goog-api-key': `key of ${agent}` }
      const goal = `line ${turn}`
      return (await postJson(`${nginx.url}/api/prune`, { text, goal }, headers)).status
    })
    expect(failed).toEqual([])
  }, 120_000)
})
