const leastRoom = 0.01

/** How much more alike two texts are than any two are to the same model, 0 to 1. */
export function aboveUsual(cosine: number, usual: number): number {
  return Math.max(0, cosine - usual) / Math.max(leastRoom, 1 - usual)
}
