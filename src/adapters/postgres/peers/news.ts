import type { PeerNews } from '../../../ports/store/peers.ts'
import type { Session } from '../database.ts'

/** Where the daemons of a schema listen. */
export function channelOf(schema: string): string {
  return `tamis_${schema}`
}

/** Counts the news and calls it out; both happen when the caller's transaction commits. */
export async function announce(session: Session, schema: string, news: PeerNews): Promise<void> {
  await session.run(
    `with counted as (
       insert into news values ($1, 1) on conflict (topic) do update set count = news.count + 1
     ) select pg_notify($2, $1)`,
    [news, channelOf(schema)],
  )
}

/** How often each was announced so far; asked on a connection that has no schema. */
export function newsCounts(schema: string): string {
  return `select topic, count from "${schema}".news`
}
