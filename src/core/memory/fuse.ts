/** Share of meaning in a similarity; the words have the rest. Flat from 0.2 to 0.4 on long conversations. */
const vectorShare = 0.3

/** Joins a score by words and a cosine, both in 0..1; without a cosine the words decide alone. */
export function fuse(words: number, cosine: number | undefined): number {
  return cosine === undefined ? words : (1 - vectorShare) * words + vectorShare * cosine
}
