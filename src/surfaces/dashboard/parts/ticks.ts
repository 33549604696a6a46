const mostSteps = 5

/** Where the lines of a chart stand, from nothing to just above the largest value, at round numbers. */
export function ticksTo(most: number): readonly number[] {
  if (most <= 0) return [0, 1]
  const step = roundStep(most / mostSteps)
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, at) => at * step)
}

/** The next of 1, 2, 5, 10, 20, 50 …, or of their tenths. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((step) => step * power >= least * 0.999) ?? 10)
}
