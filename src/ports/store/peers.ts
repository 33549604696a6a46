/** What daemons on one store have to do with each other. A store that only one daemon uses has none. */
export interface Peers {
  /**
   * Runs a round of the background jobs if they are this daemon's, never beside another's round;
   * `undefined` otherwise. They move to another daemon when this one dies.
   */
  runJobs<Result>(work: () => Promise<Result>): Promise<Result | undefined>
  /** Runs `work` while no other daemon runs work of this name: for changes that rest on what was read. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Tells every daemon, this one included. */
  announce(news: PeerNews): Promise<void>
  /** Calls `listener` soon after each announcement; the function it returns ends that. */
  onNews(listener: (news: PeerNews) => void): () => void
}

export const peerNews = [
  'catalog-changed',
  'originals-purged',
  'tokens-revoked',
  'config-shared',
] as const

export type PeerNews = (typeof peerNews)[number]
