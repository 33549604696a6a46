/** What was sent in place of tool results, so that the same bytes are sent for as long as they are asked for. */
export interface SentResults {
  /**
   * Durable before it resolves, all or none. Under a key that is known the first record stands. Gives
   * the record that stands under each key, in the order given.
   */
  keep(records: readonly SentResult[], now: number): Promise<readonly SentResult[]>
  /** The same, but these records stand from now on, whatever stood under their keys before. */
  replace(records: readonly SentResult[], now: number): Promise<void>
  /** The records that are known, in any order. Being found counts as a use. */
  find(keys: readonly string[], now: number): Promise<readonly SentResult[]>
  /** Removes at most `limit` records that nobody used since `before`, and says how many. */
  sweep(before: number, limit: number): Promise<number>
}

export interface SentResult {
  /** Tells a result by its call and content, or by all that was before it. */
  readonly key: string
  /** The text that was sent; `null` when the result was sent whole. */
  readonly text: string | null
  /** Keys of the earlier results it refers to; without them in sight it is not understood. */
  readonly refersTo: readonly string[]
  /** How many times the model had replied when this was decided. */
  readonly turn: number
  /** What brings back the whole of it; `null` when nothing was left out. */
  readonly omissionId: string | null
}

/** A record with the time of its last use. */
export interface UsedSentResult extends SentResult {
  readonly usedAt: number
}

/** A use is written down once in so long: a record that is read all day is not written all day. */
export const useRecordedEveryMs = 24 * 60 * 60 * 1000
