import { callOperation, type PostgresCluster } from './postgres-cluster.ts'
import {
  type Accountable,
  type LoadReport,
  modelOf,
  type Refused,
  textOf,
} from './postgres-load.ts'

/** What did not hold after a load; every list is empty when all did. */
export interface Verdict {
  /** `id at daemon`: a promised text that one daemon does not give back. */
  readonly unrecovered: readonly string[]
  readonly rowsLost: readonly string[]
  readonly rowsDoubled: readonly string[]
  /** Refusals while everything was there, or without a code of their own. */
  readonly unexplained: readonly Refused[]
  readonly expiredLeft: number
  /** Rounds of the background jobs that two daemons ran at the same time. */
  readonly jobsOverlapping: readonly string[]
  readonly deaths: readonly string[]
}

/** Requests that were under way shortly after somebody came back may still have met the absence. */
const graceMs = 4000
/** How many ids are asked for at a time. */
const lanes = 12

export async function judgeLoad(cluster: PostgresCluster, report: LoadReport): Promise<Verdict> {
  const rows = await cluster.server.query(
    `select coalesce(ref, details::json ->> 'model') as name, count(*)::integer as times
     from tamis.ledger where kind in ('prune', 'proxy') group by 1`,
  )
  const times = new Map(rows.map(({ name, times: count }) => [String(name), Number(count)]))
  const timesOf = ({ kind, name }: Accountable): number =>
    times.get(kind === 'prune' ? name : modelOf(name)) ?? 0
  const shown = ({ kind, name, daemon, at }: Accountable): string =>
    `${kind} ${name} of ${daemon}, answered at ${at.toFixed(0)} ms`
  return {
    unrecovered: await findUnrecovered(cluster, report),
    rowsLost: report.accountable
      .filter((one) => timesOf(one) === 0)
      // A request that no sieve read, because the database was away just then, has a row without a model.
      .slice(times.get('null') ?? 0)
      .map(shown),
    rowsDoubled: report.accountable.filter((one) => timesOf(one) > 1).map(shown),
    unexplained: report.refused.filter((one) => !isExplained(cluster, one)),
    expiredLeft: await expiredLeft(cluster),
    jobsOverlapping: await overlappingJobs(cluster),
    deaths: cluster.deaths(),
  }
}

/** How often the background jobs ran, and how many daemons ran them, counting each start as another. */
export async function countJobs(
  cluster: PostgresCluster,
): Promise<{ readonly runs: number; readonly holders: number; readonly moves: number }> {
  const [row] = await cluster.server.query(
    `select count(*)::integer as runs, count(distinct holder)::integer as holders,
       (count(*) filter (where holder <> before))::integer as moves
     from (select holder, lag(holder) over (order by seq) as before from tamis.job_runs) run`,
  )
  return { runs: Number(row?.runs), holders: Number(row?.holders), moves: Number(row?.moves) }
}

/** A round without an end was its daemon's last: it lasted until the last sign of it. */
async function overlappingJobs({ server }: PostgresCluster): Promise<readonly string[]> {
  const rows = await server.query(
    `with runs as (
       select seq, holder, tstzrange(started_at, coalesce(ended_at, seen_at), '[]') as span
       from tamis.job_runs)
     select one.holder || ' and ' || other.holder as pair
     from runs one join runs other on one.seq < other.seq and one.span && other.span`,
  )
  return rows.map(({ pair }) => String(pair))
}

/** Originals that have expired, for the jobs to remove. */
export async function plantExpired(cluster: PostgresCluster, count: number): Promise<void> {
  await cluster.server.query(
    `with planted as (insert into tamis.texts values ('expired', 'utf8', 'x', 1) on conflict do nothing)
     insert into tamis.originals
     select 'expired_' || at, 'prune', 'expired', 1, null from generate_series(1, ${count}) at`,
  )
}

/** How many of them the jobs have not removed yet. */
export async function expiredLeft(cluster: PostgresCluster): Promise<number> {
  const [row] = await cluster.server.query(
    "select count(*)::integer as count from tamis.originals where id like 'expired_%'",
  )
  return Number(row?.count)
}

async function findUnrecovered(
  cluster: PostgresCluster,
  { promised }: LoadReport,
): Promise<readonly string[]> {
  const distinct = [...new Map(promised.map((one) => [one.id, one])).values()]
  const tasks = cluster.daemons.flatMap((daemon, index) =>
    distinct.map((one) => ({ ...one, daemon, index })),
  )
  const failed: string[] = []
  const lane = async (): Promise<void> => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const { id, text, daemon, index } = task
      const answer =
        daemon && (await callOperation(daemon, 'recover', { id }).catch(() => undefined))
      if (!answer || textOf(answer) !== text) failed.push(`${id} at ${index}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return failed
}

/**
 * What a slow or absent database did not take at once is known to one daemon alone until it is handed over;
 * that all of it comes back in the end is judged apart.
 */
const notYetHandedOver = 'prune_id_not_found'

/** Away means: the database, with a clear code, or the daemon itself, with no answer at all. */
function isExplained({ absences }: PostgresCluster, { daemon, from, to, code }: Refused): boolean {
  if (code === notYetHandedOver) return true
  const who = code === 'no answer' ? daemon : code === 'store_unavailable' ? 'database' : undefined
  return absences.some(
    (absence) => absence.who === who && absence.from <= to && from <= absence.to + graceMs,
  )
}
