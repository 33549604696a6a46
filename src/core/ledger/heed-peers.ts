import type { Log } from '../../ports/log.ts'
import type { PeerNews, Peers } from '../../ports/store/peers.ts'

/** What to do about each piece of news from another daemon of the store. */
export type PeerHeeding = Readonly<Record<PeerNews, () => void | Promise<void>>>

/** Hears what other daemons of the store did; answers whether the background jobs are ours now. */
export function heedPeers(
  peers: Peers | undefined,
  log: Log,
  heeding: PeerHeeding,
): () => Promise<boolean> {
  if (!peers) return async () => true
  let hadJobs = false
  peers.onNews((news) => {
    Promise.resolve()
      .then(heeding[news])
      .catch((error: unknown) => log.warn('news-not-heeded', { news, cause: String(error) }))
  })
  return async () => {
    const hasJobs = await peers.holdsJobs()
    if (hasJobs !== hadJobs) log.info(hasJobs ? 'jobs-taken' : 'jobs-lost')
    hadJobs = hasJobs
    return hasJobs
  }
}
