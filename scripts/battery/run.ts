// Three daemons, one Postgres, 12 namespaces, 200 tokens, and everything that may happen: `npm run battery`,
// or what is named alone: `npm run battery -- hangs`.

import { setTimeout as pause } from 'node:timers/promises'
import { newFolder, postJson, type RunningDaemon, startTamis } from '../../test/e2e/tamis.ts'
import { startBindingProvider } from '../../test/support/binding-provider.ts'
import { lastRelease, lastReleaseProgram, noRelease } from '../../test/support/last-release.ts'
import { freePort, hasNginx, noNginx, startNginx } from '../../test/support/nginx.ts'
import { noServer, postgresPrograms, startPostgres } from '../../test/support/postgres-server.ts'
import { newConversation, takeStep } from '../../test/support/scripted-agent.ts'
import { ownTemporaryFolder } from '../../test/support/temporary-folder.ts'
import { databaseFaults } from './faults.ts'
import { type PhaseTally, startLoad } from './load.ts'

const daemonCount = 3
const namespaces = 12
const tokenCount = 200
const faultMs = 8000
const calmMs = 5000
const admin = 'an-admin-of-sixteen-characters'

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean =>
  wanted.length === 0 || wanted.some((word) => name.includes(word))

const missing = [
  ...(hasNginx ? [] : [noNginx]),
  ...(postgresPrograms === undefined ? [noServer] : []),
]
if (missing.length > 0) {
  console.log(missing.join('\n'))
  process.exit(1)
}
const endLeftovers = ownTemporaryFolder()
const isWell = await runBattery()
await endLeftovers()
process.exit(isWell ? 0 : 1)

async function runBattery(): Promise<boolean> {
  const server = await startPostgres(['max_connections=60'])
  const provider = await startBindingProvider()
  const ports = await Promise.all(Array.from({ length: daemonCount }, freePort))
  const nginx = await startNginx(ports)
  const homes = ports.map(newFolder)
  const start = (at: number, program?: string): Promise<RunningDaemon> =>
    startTamis({
      home: homes[at] ?? newFolder(),
      args: ['--port', String(ports[at])],
      ...(program === undefined ? {} : { program }),
      env: {
        TAMIS_DATABASE_URL: server.url,
        TAMIS_TOKEN: admin,
        TAMIS_SERVER_ALLOWED_HOSTS: `127.0.0.1:${nginx.port}`,
        TAMIS_PROXY_UPSTREAMS_ANTHROPIC: provider.baseUrl,
        TAMIS_MASK_PRUNE_MIN_TOKENS: '500',
      },
    })
  if (lastRelease === undefined) console.log(noRelease)
  const isOld = lastRelease !== undefined && isWanted('upgrade')
  const release = isOld ? lastReleaseProgram() : undefined
  const daemons: RunningDaemon[] = []
  for (const at of ports.keys()) daemons.push(await start(at, release))
  const upgradeAll = async (): Promise<void> => {
    for (const at of ports.keys()) {
      await daemons[at]?.stop()
      daemons[at] = await start(at)
      await fetch(`${daemons[at]?.url}/ready`)
    }
  }
  const tokens = await makeTokens(daemons[0]?.url ?? '')
  const askedFirst = await letEverybodyIn(daemons, tokens)
  const load = startLoad(nginx.url, tokens)
  await pause(calmMs)
  load.begin('upgrade from the last release')
  if (isWanted('upgrade')) await upgradeAll()
  load.begin('everybody is let in')
  const askedAgain = await letEverybodyIn(daemons, tokens)
  for (const { name, run } of databaseFaults) {
    if (!isWanted(name)) continue
    load.begin(`database ${name}`)
    await run(server, faultMs)
    load.begin('calm')
    await pause(calmMs)
  }
  load.begin('restart of every daemon')
  if (isWanted('restart')) await upgradeAll()
  load.begin('calm')
  await pause(calmMs)
  await load.stop()

  const asked = askedFirst + askedAgain + load.phases.reduce((sum, one) => sum + one.requests, 0)
  const rows = (): Promise<number> => countRows(server)
  for (const until = performance.now() + 60_000; performance.now() < until; await pause(500))
    if ((await rows()) >= asked) break
  const written = await rows()
  print(load.phases)
  console.log(`\n${daemonCount} daemons, ${namespaces} namespaces, ${tokens.length} tokens`)
  console.log(`requests ${asked}, rows of the ledger ${written}`)
  console.log(`thinking blocks accepted ${provider.accepted}, requests refused ${provider.refused}`)
  await nginx.stop()
  await Promise.all(daemons.map((daemon) => daemon.stop()))
  await provider.close()
  await server.remove()
  const failed = load.phases.reduce((sum, one) => sum + one.failed.length, 0)
  return failed === 0 && provider.refused === 0 && written === asked
}

async function makeTokens(url: string): Promise<readonly string[]> {
  const tokens: string[] = []
  for (let at = 0; at < tokenCount; at++) {
    const wish = { name: `person-${at}`, scope: 'write', namespace: `team${at % namespaces}` }
    const { body } = await postJson(`${url}/api/token.create`, wish, { 'x-tamis-token': admin })
    tokens.push((body as { token: string }).token)
  }
  return tokens
}

/** Every token at every daemon, which believes it from then on. Answers how many requests that were. */
async function letEverybodyIn(
  daemons: readonly RunningDaemon[],
  tokens: readonly string[],
): Promise<number> {
  let asked = 0
  for (const { url } of daemons)
    for (const token of tokens) {
      const headers = { 'x-tamis-token': token }
      const status = await takeStep(url, newConversation(), undefined, { headers })
      if (status !== 200) throw new Error(`${url} answers ${status} to a new token`)
      asked++
    }
  return asked
}

async function countRows(server: Awaited<ReturnType<typeof startPostgres>>): Promise<number> {
  const counts = await Promise.all(
    Array.from({ length: namespaces }, async (_, at) => {
      const [row] = await server.query(
        `select count(*)::integer as n from "tamis_team${at}".ledger where kind = 'proxy'`,
      )
      return Number(row?.n)
    }),
  )
  return counts.reduce((sum, one) => sum + one, 0)
}

function print(phases: readonly PhaseTally[]): void {
  console.log('| what happens | requests | failed | median ms | p99 ms | slowest ms |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const { name, requests, failed, ms } of phases.filter(({ requests }) => requests > 0)) {
    const sorted = ms.toSorted((a, b) => a - b)
    const at = (share: number): string =>
      (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)
    const said = failed.length === 0 ? '0' : `${failed.length} (${[...new Set(failed)].join(', ')})`
    console.log(`| ${name} | ${requests} | ${said} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`)
  }
}
