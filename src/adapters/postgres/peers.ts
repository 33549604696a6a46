import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type PeerNews, type Peers, peerNews } from '../../ports/store/peers.ts'
import type { Database } from './database.ts'
import { toStoreError } from './failures.ts'
import { jobRuns } from './job-runs.ts'
import { announce, channelOf, newsCounts } from './news.ts'

/** Behind the calls, should one get lost. */
const pollMs = 5000
const reconnectMs = 500

export interface OpenPeers extends Peers {
  /** True while the lock that makes the jobs this daemon's is on its connection. */
  holdsJobs(): Promise<boolean>
  leave(): Promise<void>
}

/**
 * One connection per daemon, opened when it first asks for the jobs: it hears the news, and the lock
 * that makes the jobs its own lives and dies with it.
 */
export function postgresPeers(database: Database): OpenPeers {
  const listeners = new Set<(news: PeerNews) => void>()
  const left = new AbortController()
  const known = new Map<string, number>()
  const runs = jobRuns(database, randomUUID().slice(0, 8))
  let joined: Promise<void> | undefined
  let client: pg.Client | undefined
  let hasLock = false
  let previous: Promise<unknown> = Promise.resolve()

  const tell = (topic: string | undefined): void => {
    const news = peerNews.find((name) => name === topic)
    if (news) for (const listener of listeners) listener(news)
  }

  /** The first look tells everything: what this daemon remembers may be older than the news. */
  async function lookForNews(from: pg.Client): Promise<void> {
    const { rows } = await from.query(newsCounts)
    for (const { topic, count } of rows) {
      const isNew = known.get(topic) !== Number(count)
      known.set(topic, Number(count))
      if (isNew) tell(topic)
    }
  }

  async function meet(): Promise<pg.Client> {
    const fresh = await database.dedicated()
    fresh.on('notification', ({ payload }) => tell(payload))
    await fresh.query(`listen "${channelOf(database.schema)}"`)
    await lookForNews(fresh)
    return fresh
  }

  async function stayTogether(first: pg.Client): Promise<void> {
    for (let current = first; ; ) {
      client = current
      await untilGone(current, lookForNews, left.signal)
      hasLock = false
      client = undefined
      if (left.signal.aborted) return
      current = await meetAgain(meet, left.signal)
    }
  }

  /** Resolves when the first attempt is over; later ones go on by themselves. */
  function join(): Promise<void> {
    joined ??= meet()
      .then((first) => {
        client = first
        stayTogether(first).catch(() => undefined)
      })
      .catch((error: unknown) => {
        joined = undefined
        throw toStoreError(error)
      })
    return joined
  }

  /** The connection that has the lock, if it is ours. */
  async function lockHolder(): Promise<pg.Client | undefined> {
    await join()
    const current = client
    if (!current) return undefined
    try {
      if (!hasLock) hasLock = await tryLock(current, database.schema)
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
    async leave() {
      left.abort()
      await client?.end().catch(() => undefined)
    },
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

async function tryLock(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine',
    [`tamis jobs ${schema}`],
  )
  return rows[0]?.is_mine === true
}

/** Until the connection ends; looks for missed news now and then, which also finds one that ended unheard. */
async function untilGone(
  client: pg.Client,
  look: (client: pg.Client) => Promise<void>,
  left: AbortSignal,
): Promise<void> {
  const ended = new AbortController()
  client.once('end', () => ended.abort())
  const over = AbortSignal.any([ended.signal, left])
  while (!over.aborted) {
    await pause(pollMs, undefined, { signal: over, ref: false }).catch(() => undefined)
    if (over.aborted) break
    await look(client).catch(() => ended.abort())
  }
  await client.end().catch(() => undefined)
}

/** Whatever went wrong, a daemon that stops trying would never hear anything again. */
async function meetAgain(meet: () => Promise<pg.Client>, left: AbortSignal): Promise<pg.Client> {
  for (;;) {
    await pause(reconnectMs, undefined, { signal: left, ref: false })
    const fresh = await meet().catch(() => undefined)
    if (fresh) return fresh
  }
}
