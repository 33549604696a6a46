import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { noServer, postgresPrograms, startPostgres } from '../../test/support/postgres-server.ts'
import { familyTime, processorTime } from './processor-time.ts'
import { replayRequests } from './replay-requests.ts'
import { measureTables } from './tables.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const upstream = join(import.meta.dirname, '../proxy/upstream.ts')

/** `npm run bench -- sizing`: what one proxied request of a real session costs a daemon, Postgres and its disk. */
export async function bench(): Promise<void> {
  const requests = replayRequests()
  if (requests === undefined) return console.log('data not found, see bench/README.md')
  if (postgresPrograms === undefined) return console.log(noServer)
  const server = await startPostgres()
  const provider = await start([upstream], {})
  const home = mkdtempSync(join(tmpdir(), 'tamis-sizing-'))
  const daemon = await start([main, 'up', '--port', '0', '--home', home], {
    TAMIS_DATABASE_URL: server.url,
    TAMIS_PROXY_UPSTREAMS_OPENAI: `${provider.url}/v1`,
  })
  try {
    const send = async (body: string): Promise<void> => {
      const headers = { 'content-type': 'application/json' }
      const url = `${daemon.url}/v1/chat/completions`
      await (await fetch(url, { method: 'POST', headers, body })).arrayBuffer()
    }
    for (const body of requests.warming) await send(body)
    await setTimeout(1000)
    const before = await snapshot()
    for (const body of requests.measured) await send(body)
    await setTimeout(1000)
    const after = await snapshot()
    const count = requests.measured.length
    const per = (pick: (of: typeof before) => number): number =>
      (pick(after) - pick(before)) / count
    const bytes = requests.measured.reduce((sum, body) => sum + body.length, 0) / count
    const lines: readonly (readonly [string, string])[] = [
      ['requests', `${count} of ${requests.sessions} sessions`],
      ['size of a request', `${(bytes / 1000).toFixed(0)} kB`],
      ['daemon, processor time', `${(per((of) => of.daemonUs) / 1000).toFixed(2)} ms a request`],
      [
        'Postgres, processor time',
        `${(per((of) => of.postgresUs) / 1000).toFixed(2)} ms a request`,
      ],
      ['transactions', `${per((of) => of.tables.transactions).toFixed(2)} a request`],
      ['ledger, disk', `${per((of) => of.tables.ledger).toFixed(0)} bytes a request`],
      ['originals, disk', `${per((of) => of.tables.originals).toFixed(0)} bytes a request`],
      ['write-ahead log', `${per((of) => of.tables.wal).toFixed(0)} bytes a request`],
      ['daemon, memory', `${(after.daemonRss / 1e6).toFixed(0)} MB`],
    ]
    for (const [name, value] of lines) console.log(`${name.padEnd(26)} ${value}`)
  } finally {
    await daemon.stop()
    await provider.stop()
    await server.remove()
  }

  async function snapshot() {
    const { us: daemonUs, rss: daemonRss } = processorTime(daemon.pid)
    return {
      daemonUs,
      daemonRss,
      postgresUs: familyTime(server.url),
      tables: await measureTables(server),
    }
  }
}

async function start(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ url: string; pid: number; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += chunk
    const url = said.match(/listening on (\S+)/)?.[1]
    if (url === undefined) continue
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const stop = (): Promise<void> => {
      child.kill('SIGTERM')
      return exited
    }
    return { url, pid: child.pid ?? 0, stop }
  }
  throw new Error(`did not start: ${said}`)
}
