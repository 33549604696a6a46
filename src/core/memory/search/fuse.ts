import { aboveUsual } from '../../text/model-background.ts'

/** Share of meaning in a similarity; the words have the rest. Flat from 0.2 to 0.4 on long conversations. */
const vectorShare = 0.3

/**
 * Joins a score by words and a cosine, both in 0..1; without a cosine the words decide alone. The
 * cosine counts from what the model gives to unrelated texts, or all would be similar to an encoder.
 */
export function fuse(words: number, cosine: number | undefined, background: number): number {
  if (cosine === undefined) return words
  return (1 - vectorShare) * words + vectorShare * aboveUsual(cosine, background)
}
