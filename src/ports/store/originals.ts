/** Keeps the text behind everything a sieve left out, under the id that brings it back. */
export interface Originals {
  /**
   * Durable before it resolves, all or none. Equal texts are stored once; an id that is already
   * kept keeps its first text and `result` and only lives longer.
   */
  keep(originals: readonly Original[]): Promise<void>
  /** `undefined` when the id was never kept, has expired at `now`, or was swept to make room. */
  find(id: string, now: number): Promise<Original | undefined>
  /** Removes at most `limit` ids, expired ones first, then the oldest while the store is over `maxBytes`. */
  sweep(limits: SweepLimits): Promise<SweepReport>
  usage(): Promise<OriginalsUsage>
}

export interface Original {
  readonly id: string
  /** Which sieve left it out. */
  readonly kind: 'prune' | 'mask' | 'result'
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** What was answered the first time, for sieves that would not answer the same again. */
  readonly result?: string
}

export interface SweepLimits {
  readonly now: number
  readonly maxBytes: number
  readonly limit: number
}

export interface SweepReport {
  readonly removed: number
  /** True when another sweep would remove more. */
  readonly isUnfinished: boolean
}

export interface OriginalsUsage {
  readonly ids: number
  readonly texts: number
  readonly bytes: number
}
