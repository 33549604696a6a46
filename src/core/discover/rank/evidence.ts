/** What past intents say about which entries a new one needs. */
export interface Evidence {
  /** Added to the sum of signals, one per entry. */
  readonly boosts: Float64Array
  /** How much the past counts was tried on the past itself; else it is believed lightly. */
  readonly isTried: boolean
  /** `because 14 similar intents used it`, where that was worth saying. */
  reason(entry: number): string | undefined
}
