import { type Curve, resultFeatures } from '../../src/core/discover/rank/chance.ts'

/**
 * Why a catalog has not what is needed: the query is of another set, what is right was taken away, or
 * with it all that is like it, or ten tools are left of which none is right.
 */
export type NoAnswer = 'foreign' | 'removed' | 'removed with twins' | 'few tools'

/** The results of one search, best first: what is known of each, and whether it was right. */
export interface Answered {
  readonly set: string
  /** `answer` where the catalog has what is needed; else why it has not. */
  readonly kind: 'answer' | NoAnswer
  readonly results: readonly { readonly features: Curve; readonly isRight: boolean }[]
}

/** So many of the intents are taken to have no fitting tool. */
export const withoutAnswer = 0.2

/** What is done with a search hangs on its first result: it weighs as much as the nine behind it. */
const firstWeighs = 9

const neverNegative = new Set<string>(resultFeatures)
const steps = 12
const ridge = 1e-3

/** How much each search weighs: sets the same, kinds of no answer the same, and the share above. */
export function weightOf(all: readonly Answered[]): (one: Answered) => number {
  const keyOf = ({ set, kind }: Answered): string => `${kind} ${set}`
  const counts = new Map<string, number>()
  const setsOf = new Map<string, Set<string>>()
  for (const one of all) {
    counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
    setsOf.set(one.kind, (setsOf.get(one.kind) ?? new Set()).add(one.set))
  }
  const kinds = setsOf.size - 1
  return (one) => {
    const share = one.kind === 'answer' ? 1 - withoutAnswer : withoutAnswer / Math.max(1, kinds)
    return share / (setsOf.get(one.kind)?.size ?? 1) / (counts.get(keyOf(one)) ?? 1)
  }
}

/** Logistic regression of what was right on what is known, by Newton's steps. */
export function fitCurve(all: readonly Answered[], unused: ReadonlySet<string>): Curve {
  const weight = weightOf(all)
  const names = Object.keys(
    all.find(({ results }) => results.length > 0)?.results[0]?.features ?? {},
  )
  const rows = all.flatMap((one) =>
    one.results.map(({ features, isRight }, place) => ({
      values: names.map((name) => features[name as keyof Curve]),
      isRight: Number(isRight),
      weight: weight(one) * (place === 0 ? firstWeighs : 1),
    })),
  )
  const dropped = new Set(unused)
  for (;;) {
    const found = solveLogistic(
      rows,
      names.map((name) => !dropped.has(name)),
    )
    const negative = names.filter(
      (name, at) => neverNegative.has(name) && !dropped.has(name) && (found[at] ?? 0) < 0,
    )
    if (negative.length === 0)
      return Object.fromEntries(names.map((name, at) => [name, rounded(found[at] ?? 0)])) as Curve
    for (const name of negative) dropped.add(name)
  }
}

interface Row {
  readonly values: readonly number[]
  readonly isRight: number
  readonly weight: number
}

function solveLogistic(rows: readonly Row[], isUsed: readonly boolean[]): readonly number[] {
  const size = isUsed.length
  const whole = rows.reduce((sum, { weight }) => sum + weight, 0)
  const scale = isUsed.map((_, at) => spreadOf(rows, at))
  const scaled = rows.map(({ values }) =>
    Float64Array.from(values, (value, at) => (isUsed[at] ? value / (scale[at] ?? 1) : 0)),
  )
  let found = new Float64Array(size)
  for (let step = 0; step < steps; step++) {
    const gradient = Float64Array.from(found, (value) => ridge * value)
    const curvature = Array.from({ length: size }, (_, at) => {
      const row = new Float64Array(size)
      row[at] = isUsed[at] ? ridge : 1
      return row
    })
    for (const [at, values] of scaled.entries()) {
      const { isRight = 0, weight = 0 } = rows[at] ?? {}
      const chance = 1 / (1 + Math.exp(-dot(values, found)))
      const part = weight / whole
      const bend = part * chance * (1 - chance)
      addProduct(gradient, curvature, values, part * (chance - isRight), bend)
    }
    mirror(curvature)
    const change = eliminate(curvature, gradient)
    found = found.map((value, at) => value - (change[at] ?? 0))
  }
  return [...found].map((value, at) => (isUsed[at] ? value / (scale[at] ?? 1) : 0))
}

function spreadOf(rows: readonly Row[], at: number): number {
  const squares = rows.reduce((sum, { values }) => sum + (values[at] ?? 0) ** 2, 0)
  return Math.sqrt(squares / rows.length) || 1
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** Adds one row; of the curvature only what lies below its diagonal. */
function addProduct(
  gradient: Float64Array,
  curvature: readonly Float64Array[],
  values: Float64Array,
  slope: number,
  bend: number,
): void {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0
    if (value === 0) continue
    gradient[at] = (gradient[at] ?? 0) + slope * value
    const row = curvature[at] ?? gradient
    for (let other = 0; other <= at; other++)
      row[other] = (row[other] ?? 0) + bend * value * (values[other] ?? 0)
  }
}

function mirror(curvature: readonly Float64Array[]): void {
  for (const [at, row] of curvature.entries())
    for (let other = at + 1; other < row.length; other++) row[other] = curvature[other]?.[at] ?? 0
}

/** Solves the equations; the ridge keeps every pivot above 0. */
function eliminate(rows: Float64Array[], wanted: Float64Array): Float64Array {
  for (const [at, pivot] of rows.entries())
    for (const [other, row] of rows.entries())
      if (other !== at) subtract(row, pivot, at, other, wanted)
  return wanted.map((value, at) => value / (rows[at]?.[at] ?? 1))
}

function subtract(
  row: Float64Array,
  pivot: Float64Array,
  at: number,
  other: number,
  wanted: Float64Array,
): void {
  const by = (row[at] ?? 0) / (pivot[at] ?? 1)
  for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - by * value
  wanted[other] = (wanted[other] ?? 0) - by * (wanted[at] ?? 0)
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
