/** One set of labels, written out, and what is counted under it. */
export interface Series<Value> {
  readonly labels: string
  value: Value
}

/** Every series of a metric, by the values of its labels. */
export type Family<Value> = Map<string, Series<Value>>

/** Times in seconds: how many fell between each bound and the one before, all of them, and their sum. */
export interface Histogram {
  readonly counts: number[]
  count: number
  sum: number
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function emptyHistogram(): Histogram {
  return { counts: bounds.map(() => 0), count: 0, sum: 0 }
}

export function observe(histogram: Histogram, seconds: number): void {
  const { counts } = histogram
  const at = bounds.findIndex((bound) => seconds <= bound)
  if (at !== -1) counts[at] = (counts[at] ?? 0) + 1
  histogram.count++
  histogram.sum += seconds
}

/** One line for each set of labels. */
export function counterLines(
  name: string,
  family: ReadonlyMap<string, Series<number>>,
): readonly string[] {
  return [...family.values()].map(({ labels, value }) => `${name}${braced(labels)} ${value}`)
}

/** The buckets, the sum and the count of each set of labels. */
export function histogramLines(
  name: string,
  family: ReadonlyMap<string, Series<Histogram>>,
): readonly string[] {
  return [...family.values()].flatMap(({ labels, value: { counts, count, sum } }) => [
    ...bounds.map((bound, at) =>
      bucketLine(name, labels, String(bound), sumOf(counts.slice(0, at + 1))),
    ),
    bucketLine(name, labels, '+Inf', count),
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ])
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function bucketLine(name: string, labels: string, bound: string, count: number): string {
  const all = [...(labels === '' ? [] : [labels]), `le="${bound}"`].join(',')
  return `${name}_bucket{${all}} ${count}`
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
