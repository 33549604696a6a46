/** Eigenvectors of a symmetric matrix, largest eigenvalue first, by cyclic Jacobi rotations. */
export function principalAxes(
  symmetric: Float64Array,
  size: number,
): readonly { readonly variance: number; readonly axis: Float64Array }[] {
  const a = Float64Array.from(symmetric)
  const v = new Float64Array(size * size)
  for (let i = 0; i < size; i++) v[i * size + i] = 1
  for (let sweep = 0; sweep < 30 && offDiagonal(a, size) > 1e-18; sweep++)
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(a, v, size, p, q)
  return Array.from({ length: size }, (_, i) => ({
    variance: a[i * size + i] ?? 0,
    axis: signed(v.slice(i * size, (i + 1) * size)),
  })).sort((one, other) => other.variance - one.variance)
}

/** Share of the squared mass that is not on the diagonal. */
function offDiagonal(a: Float64Array, size: number): number {
  let off = 0
  let all = 0
  for (const [at, value] of a.entries()) {
    all += value * value
    if (Math.floor(at / size) !== at % size) off += value * value
  }
  return off / all
}

function rotate(a: Float64Array, v: Float64Array, size: number, p: number, q: number): void {
  const apq = a[p * size + q] ?? 0
  if (apq === 0) return
  const theta = ((a[q * size + q] ?? 0) - (a[p * size + p] ?? 0)) / (2 * apq)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < size; k++) turn(a, k * size + p, k * size + q, c, s)
  for (let k = 0; k < size; k++) turn(a, p * size + k, q * size + k, c, s)
  for (let k = 0; k < size; k++) turn(v, p * size + k, q * size + k, c, s)
}

function turn(m: Float64Array, one: number, other: number, c: number, s: number): void {
  const x = m[one] ?? 0
  const y = m[other] ?? 0
  m[one] = c * x - s * y
  m[other] = s * x + c * y
}

/** An axis has no direction of its own; its largest entry is made positive. */
function signed(axis: Float64Array): Float64Array {
  const largest = axis.reduce((best, value) => (Math.abs(value) > Math.abs(best) ? value : best), 0)
  return largest < 0 ? axis.map((value) => -value) : axis
}
