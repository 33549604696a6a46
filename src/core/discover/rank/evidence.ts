import type { Embedder } from '../../../ports/embedder.ts'
import type { ChanceCurve } from './chance.ts'

/** What past intents say about which entries a new one needs. */
export interface Evidence {
  /** Added to the sum of signals, one per entry. */
  readonly boosts: Float64Array
  /** What a sum with these boosts is worth, by who judged meaning; absent where it is as without. */
  readonly curves?: Curves | undefined
  /** `because 14 similar intents used it`, where that was worth saying. */
  reason(entry: number): string | undefined
}

/** Without an embedder, as with one that adds up words. */
export type Curves = Readonly<Record<Embedder['reads'], ChanceCurve>>
