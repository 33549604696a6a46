import { randomUUID } from 'node:crypto'
import { type PeerNews, type Peers, peerNews } from '../../../ports/store/peers.ts'
import type { Database } from '../database.ts'
import { toStoreError } from '../failures.ts'
import { jobRuns } from './job-runs.ts'
import { type Listener, openListener, type SharedClient } from './listener.ts'
import { announce, channelOf, newsCounts } from './news.ts'

export interface OpenPeers extends Peers {
  /** True while the lock that makes the jobs this daemon's is on its connection. */
  holdsJobs(): Promise<boolean>
  leave(): Promise<void>
}

/**
 * Joined when it is first asked for the jobs: on the connection of the listener it hears the news, and the
 * lock that makes the jobs this daemon's lives and dies with it.
 */
export function postgresPeers(
  database: Database,
  listener: Listener = openListener(() => database.dedicated()),
): OpenPeers {
  const { schema } = database
  const listeners = new Set<(news: PeerNews) => void>()
  const known = new Map<string, number>()
  const runs = jobRuns(database, randomUUID().slice(0, 8))
  let joined: Promise<void> | undefined
  let client: SharedClient | undefined
  let hasLock = false
  let previous: Promise<unknown> = Promise.resolve()

  const tell = (topic: string | undefined): void => {
    const news = peerNews.find((name) => name === topic)
    if (news) for (const listener of listeners) listener(news)
  }

  /** The first look tells everything: what this daemon remembers may be older than the news. */
  async function lookForNews(from: SharedClient): Promise<void> {
    const { rows } = await from.query(newsCounts(schema))
    for (const { topic, count } of rows) {
      const isNew = known.get(topic) !== Number(count)
      known.set(topic, Number(count))
      if (isNew) tell(topic)
    }
  }

  const member = {
    channel: channelOf(schema),
    async look(from: SharedClient) {
      await database.prepared()
      await lookForNews(from)
      client = from
    },
    hear: tell,
    lost() {
      client = undefined
      hasLock = false
    },
  }

  /** Resolves when the first attempt is over; later ones go on by themselves. */
  function join(): Promise<void> {
    joined ??= listener.join(member).catch((error: unknown) => {
      joined = undefined
      throw toStoreError(error)
    })
    return joined
  }

  /** The connection that has the lock, if it is ours. */
  async function lockHolder(): Promise<SharedClient | undefined> {
    await join()
    const current = client
    if (!current) return undefined
    try {
      if (!hasLock) hasLock = await tryLock(current, schema)
      else await current.query('select 1')
    } catch {
      // The connection is gone, and the lock with it.
      hasLock = false
    }
    return hasLock && client === current ? current : undefined
  }

  return {
    holdsJobs: async () => (await lockHolder()) !== undefined,
    async runJobs(work) {
      const holder = await lockHolder()
      return holder && runs.run(holder, work)
    },
    alone: (name, work) => {
      // One connection at most waits here for other daemons: the work needs others of the pool.
      const mine = previous.then(() => runAlone(database, name, work))
      previous = mine.catch(() => undefined)
      return mine
    },
    announce: (news) => database.transaction((session) => announce(session, database.schema, news)),
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    leave: () => listener.leave(member),
  }
}

/** The lock is the transaction's: it ends with the work, or with the connection. */
function runAlone<Result>(
  database: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return database.transaction(
    async (session) => {
      await session.run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `tamis ${name} ${database.schema}`,
      ])
      return work()
    },
    { isRepeatable: false },
  )
}

async function tryLock(client: SharedClient, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine',
    [`tamis jobs ${schema}`],
  )
  return rows[0]?.is_mine === true
}
