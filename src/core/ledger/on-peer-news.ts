import type { Log } from '../../ports/log.ts'
import type { PeerNews, Peers } from '../../ports/store/peers.ts'

/** What to do about each piece of news from another daemon of the store. */
type PeerReactions = Readonly<Record<PeerNews, () => void | Promise<void>>>

/** Runs a round of background jobs if they are ours now; `undefined` when they are another daemon's. */
type RunJobs = <Result>(work: () => Promise<Result>) => Promise<Result | undefined>

/** Hears what other daemons of the store did, and shares the background jobs with them. */
export function onPeerNews(peers: Peers | undefined, log: Log, reactions: PeerReactions): RunJobs {
  if (!peers) return (work) => work()
  let hadJobs = false
  peers.onNews((news) => {
    Promise.resolve()
      .then(reactions[news])
      .catch((error: unknown) => log.warn('peer-news-failed', { news, cause: String(error) }))
  })
  const note = (hasJobs: boolean): void => {
    if (hasJobs !== hadJobs) log.info(hasJobs ? 'jobs-taken' : 'jobs-lost')
    hadJobs = hasJobs
  }
  return async (work) => {
    let isRun = false
    try {
      return await peers.runJobs(() => {
        isRun = true
        note(true)
        return work()
      })
    } finally {
      if (!isRun) note(false)
    }
  }
}
