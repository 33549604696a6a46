import { setTimeout as pause } from 'node:timers/promises'
import { type PostgresCluster, startCluster } from '../../test/support/postgres-cluster.ts'
import { fillCluster, type LoadReport, runLoad } from '../../test/support/postgres-load.ts'
import { noServer, postgresPrograms } from '../../test/support/postgres-server.ts'
import {
  countJobs,
  judgeLoad,
  plantExpired,
  type Verdict,
} from '../../test/support/postgres-verdict.ts'
import type { SoakOptions } from './options.ts'

const clients = 64
const calmMs = 6000

/** Three daemons on one Postgres under mixed load, with one fault after another for as long as asked. */
export async function soak({ minutes }: SoakOptions): Promise<boolean> {
  if (postgresPrograms === undefined) {
    console.log(noServer)
    return true
  }
  const ms = minutes * 60_000
  const cluster = await startCluster({ daemons: 3 })
  try {
    await fillCluster(cluster)
    const load = runLoad(cluster, { clients, ms })
    const faults = await faultsFor(cluster, ms)
    const report = await load
    await pause(3000)
    const verdict = await judgeLoad(cluster, report)
    await print(cluster, report, verdict, faults)
    return isWell(report, verdict)
  } finally {
    await cluster.close()
  }
}

/** Kills the holder of the jobs, cuts connections and restarts the database, in turn. */
async function faultsFor(cluster: PostgresCluster, ms: number): Promise<readonly string[]> {
  const kinds: readonly (readonly [string, () => Promise<void>])[] = [
    ['daemon killed', () => cluster.killAndRestart(Math.max(0, cluster.holder()), 1000)],
    ['connections cut', () => cluster.cutConnections()],
    ['database crashed', () => cluster.restartDatabase('immediate', 1500)],
    ['expired ids planted', () => plantExpired(cluster, 500)],
    ['database restarted', () => cluster.restartDatabase('fast', 1000)],
  ]
  const done: string[] = []
  for (let at = 0; ; at++) {
    const [name, fault] = kinds[at % kinds.length] ?? []
    if (cluster.elapsedMs() + 2 * calmMs > ms || !name || !fault) return done
    await pause(calmMs)
    await fault()
    done.push(name)
  }
}

function isWell({ wrong }: LoadReport, verdict: Verdict): boolean {
  const { expiredLeft, ...lists } = verdict
  return expiredLeft === 0 && [wrong, ...Object.values(lists)].every(({ length }) => length === 0)
}

async function print(
  cluster: PostgresCluster,
  { promised, accountable, done, refused, wrong }: LoadReport,
  verdict: Verdict,
  faults: readonly string[],
): Promise<void> {
  const count = (names: readonly string[]): string =>
    [...Map.groupBy(names, (name) => name)]
      .map(([name, all]) => `${name} ×${all.length}`)
      .join(', ')
  const ids = new Set(promised.map(({ id }) => id))
  const jobs = await countJobs(cluster)
  const awayMs = cluster.absences
    .filter(({ who }) => who === 'database')
    .reduce((sum, { from, to }) => sum + to - from, 0)
  const rows: readonly (readonly [string, unknown])[] = [
    ['clients', clients],
    ['seconds', (cluster.elapsedMs() / 1000).toFixed(0)],
    ['faults', count(faults)],
    ['database away, seconds', (awayMs / 1000).toFixed(1)],
    ['answered', JSON.stringify(done)],
    ['ids promised', ids.size],
    ['refused', count(refused.map(({ code }) => code)) || 'none'],
    ['refused while all was there', verdict.unexplained.length],
    ['recoveries of another text', wrong.length],
    [`ids × ${cluster.daemons.length} daemons not recovered`, verdict.unrecovered.length],
    ['answers that must have a ledger row', count(accountable.map(({ kind }) => kind))],
    ['ledger rows lost', verdict.rowsLost.length],
    ['ledger rows doubled', verdict.rowsDoubled.length],
    ['rounds of the jobs', `${jobs.runs} by ${jobs.holders} holders, ${jobs.moves} moves`],
    ['rounds that overlap', verdict.jobsOverlapping.length],
    ['expired ids left', verdict.expiredLeft],
    ['daemons that ended by themselves', verdict.deaths.join('\n') || 'none'],
  ]
  for (const [name, value] of rows) console.log(`${name.padEnd(36)} ${value}`)
  for (const one of verdict.unexplained.slice(0, 10)) console.log(JSON.stringify(one))
  for (const one of [...verdict.rowsLost, ...verdict.rowsDoubled].slice(0, 20)) console.log(one)
  if (verdict.rowsLost.length > 0) console.log(JSON.stringify(cluster.absences))
}
