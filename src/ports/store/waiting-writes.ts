/** What waits on the disk of this machine until a database elsewhere takes it. */
export interface WaitingWrites {
  /** Durable before it resolves, all or none. */
  add(writes: readonly NewWrite[]): Promise<void>
  /** Those of one part under these keys, the oldest first. */
  find(part: WaitingPart, keys: readonly string[]): Promise<readonly WaitingWrite[]>
  /** The oldest of all. */
  oldest(limit: number): Promise<readonly WaitingWrite[]>
  remove(writes: readonly WaitingWrite[]): Promise<void>
  count(): Promise<number>
  close(): Promise<void>
}

export type WaitingPart = 'originals' | 'sent' | 'ledger'

export interface NewWrite {
  readonly part: WaitingPart
  /** What it is found by. */
  readonly key: string
  /** JSON. */
  readonly body: string
}

export interface WaitingWrite extends NewWrite {
  /** Grows with time. */
  readonly seq: number
}
