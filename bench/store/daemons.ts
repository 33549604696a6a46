import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  callOperation,
  type PostgresCluster,
  startCluster,
} from '../../test/support/postgres-cluster.ts'
import { printTable, timed, timingCells } from './timing.ts'

const requests = 600
const lanes = 16
const ticksPerSecond = 100

/** The same requests to one, two and three daemons on one database, and what each request costs. */
export async function measureDaemons(): Promise<void> {
  console.log(`\n${requests} prunes of 16 kB, ${lanes} at a time, spread over the daemons`)
  const rows: string[][] = []
  let costs: readonly (readonly string[])[] = []
  for (const daemons of [1, 2, 3]) {
    const cluster = await startCluster({ daemons, env: { TAMIS_STORE_SWEEP_EVERY_S: '60' } })
    await timed(60, lanes, (at) => pruneAt(cluster, at, 'warm'))
    const before = processorSeconds(cluster)
    const timing = await timed(requests, lanes, (at) => pruneAt(cluster, at, 'run'))
    const after = processorSeconds(cluster)
    const perRequest = (name: 'daemons' | 'database'): string =>
      (((after[name] - before[name]) * 1000) / requests).toFixed(2)
    rows.push([
      String(daemons),
      ...timingCells(timing),
      perRequest('daemons'),
      perRequest('database'),
    ])
    if (daemons === 3) costs = await storedCosts(cluster)
    await cluster.close()
  }
  printTable(
    [
      'daemons',
      'per second',
      'p50 ms',
      'p99 ms',
      'daemon CPU ms a request',
      'Postgres CPU ms a request',
    ],
    rows,
  )
  console.log('\nwhat is kept')
  printTable(['of', 'bytes'], costs)
}

async function pruneAt({ daemons }: PostgresCluster, at: number, run: string): Promise<void> {
  const daemon = daemons[at % daemons.length]
  if (!daemon) throw new Error('every daemon runs')
  const lines = Array.from(
    { length: 200 },
    (_, line) =>
      `${run} ${at}: step ${line} of the build took ${(line * 37 + at) % 991} ms and left nothing to say`,
  )
  const text = `${lines.join('\n')}\nerror: disk full in ${run} ${at}\n`
  const { status } = await callOperation(daemon, 'prune', { text, goal: 'why does it fail' })
  if (status !== 200) throw new Error(`status ${status}`)
}

/** Of the daemons, and of every process of the server. */
function processorSeconds({ daemons, server }: PostgresCluster): {
  readonly daemons: number
  readonly database: number
} {
  const own = daemons.map((daemon) => secondsOf(daemon?.process.pid ?? 0))
  const children = execFileSync('pgrep', ['-P', String(server.pid())], { encoding: 'utf8' })
  const backends = [server.pid(), ...children.trim().split('\n').map(Number)].map(secondsOf)
  const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
  return { daemons: sum(own), database: sum(backends) }
}

/** User and system time, with that of children that ended. */
function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

async function storedCosts({ server, daemons }: PostgresCluster): Promise<readonly string[][]> {
  const [row] = await server.query(`select
    (select count(*) from tamis.originals) as originals,
    (select avg(bytes) from tamis.texts) as text_bytes,
    pg_total_relation_size('tamis.texts') + pg_total_relation_size('tamis.originals') as kept_bytes,
    (select count(*) from tamis.ledger) as rows,
    pg_total_relation_size('tamis.ledger') as ledger_bytes,
    (select count(*) from pg_stat_activity where application_name = 'tamis') as connections`)
  const number = (name: string): number => Number(row?.[name])
  return [
    ['text of an original, mean', number('text_bytes').toFixed(0)],
    [
      'the same on disk, with its row and indexes',
      (number('kept_bytes') / number('originals')).toFixed(0),
    ],
    [
      'a ledger row on disk, with its indexes',
      (number('ledger_bytes') / number('rows')).toFixed(0),
    ],
    [`connections of ${daemons.length} daemons at that moment`, String(number('connections'))],
  ]
}
