/** A model of natural language inference: does one text follow from another? */
export interface Entailment {
  /** What the verdicts are stamped with. */
  readonly model: string
  /**
   * For each pair in order, how likely the claim follows from the premise, 0 to 1. Throws
   * `EngineError` when no verdict can be had, or the signal's reason when the caller aborts.
   */
  likelihoods(pairs: readonly EntailmentPair[], signal?: AbortSignal): Promise<readonly number[]>
}

export interface EntailmentPair {
  readonly premise: string
  readonly claim: string
}
