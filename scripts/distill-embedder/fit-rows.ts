import { countOf, type Rows, rowOf } from './rows.ts'

/** Texts as weighted tokens; the weights of a text sum to 1. */
export interface Bags {
  /** Where each text starts in `tokens` and `weights`, and one past the last. */
  readonly starts: Uint32Array
  readonly tokens: Uint32Array
  readonly weights: Float32Array
}

/**
 * Moves the rows of tokens so that the weighted mean over a text comes close to the vector the
 * encoder gives the whole text: least squares with a penalty for leaving `start`, so that a token
 * seldom seen stays near what the encoder makes of it alone. Solved by conjugate gradients.
 */
export function fitRows(
  bags: Bags,
  targets: Rows,
  start: Rows,
  penalty: number,
  steps: number,
): Rows {
  const { width } = targets
  const count = countOf(start)
  const fitted = scaleTo(bags, targets, start)
  const miss = Float32Array.from(targets.values)
  addColumns(miss, sumTexts(bags, fitted).values, width, () => -1)
  const residual = sumTokens(bags, { width, values: miss }, count).values
  const direction = { width, values: Float32Array.from(residual) }
  let energy = columnDots(residual, residual, width)
  for (let step = 0; step < steps; step++) {
    const image = sumTokens(bags, sumTexts(bags, direction), count).values
    addColumns(image, direction.values, width, () => penalty)
    const stride = ratio(energy, columnDots(direction.values, image, width))
    addColumns(fitted.values, direction.values, width, (column) => stride[column] ?? 0)
    addColumns(residual, image, width, (column) => -(stride[column] ?? 0))
    const next = columnDots(residual, residual, width)
    const keep = ratio(next, energy)
    for (const [at, value] of direction.values.entries())
      direction.values[at] = (residual[at] ?? 0) + (keep[at % width] ?? 0) * value
    energy = next
    console.log(`step ${step + 1} of ${steps}: ${energy.reduce((sum, value) => sum + value, 0)}`)
  }
  return fitted
}

/** Adds `from` to `into`, each column by its own factor. */
function addColumns(
  into: Float32Array,
  from: Float32Array,
  width: number,
  factor: (column: number) => number,
): void {
  for (const [at, value] of from.entries()) into[at] = (into[at] ?? 0) + factor(at % width) * value
}

/** A column that is solved already has nothing over nothing, which is 0 here. */
function ratio(one: Float64Array, other: Float64Array): Float64Array {
  return one.map((value, column) => value / ((other[column] ?? 0) + 1e-30))
}

/** The start times the one number that brings its texts closest to the targets. */
function scaleTo(bags: Bags, targets: Rows, start: Rows): Rows {
  const reached = sumTexts(bags, start).values
  const both = reached.reduce((sum, value, at) => sum + value * (targets.values[at] ?? 0), 0)
  const own = reached.reduce((sum, value) => sum + value * value, 0)
  return { width: start.width, values: start.values.map((value) => (value * both) / own) }
}

/** Per text, the weighted sum of its tokens' rows. */
function sumTexts({ starts, tokens, weights }: Bags, rows: Rows): Rows {
  const sums = { width: rows.width, values: new Float32Array((starts.length - 1) * rows.width) }
  for (let text = 0; text < starts.length - 1; text++) {
    const into = rowOf(sums, text)
    for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++)
      addTo(into, rowOf(rows, tokens[at] ?? 0), weights[at] ?? 0)
  }
  return sums
}

/** Per token, the weighted sum of the rows of its texts. */
function sumTokens({ starts, tokens, weights }: Bags, texts: Rows, count: number): Rows {
  const sums = { width: texts.width, values: new Float32Array(count * texts.width) }
  for (let text = 0; text < starts.length - 1; text++) {
    const from = rowOf(texts, text)
    for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++)
      addTo(rowOf(sums, tokens[at] ?? 0), from, weights[at] ?? 0)
  }
  return sums
}

function addTo(into: Float32Array, from: Float32Array, weight: number): void {
  for (let d = 0; d < into.length; d++) into[d] = (into[d] ?? 0) + weight * (from[d] ?? 0)
}

/** One scalar product per column: each dimension is a problem of its own. */
function columnDots(one: Float32Array, other: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(width)
  for (let at = 0; at < one.length; at++)
    sums[at % width] = (sums[at % width] ?? 0) + (one[at] ?? 0) * (other[at] ?? 0)
  return sums
}
