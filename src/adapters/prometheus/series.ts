/** Times in seconds: how many were at most each bound, all of them, and their sum. */
export interface Histogram {
  readonly counts: readonly number[]
  readonly count: number
  readonly sum: number
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export function emptyHistogram(): Histogram {
  return { counts: bounds.map(() => 0), count: 0, sum: 0 }
}

export function observe({ counts, count, sum }: Histogram, seconds: number): Histogram {
  return {
    counts: counts.map((before, at) => before + (seconds <= (bounds[at] ?? 0) ? 1 : 0)),
    count: count + 1,
    sum: sum + seconds,
  }
}

/** One line for each set of labels. */
export function counterLines(name: string, series: ReadonlyMap<string, number>): readonly string[] {
  return [...series].map(([labels, value]) => `${name}${braced(labels)} ${value}`)
}

/** The buckets, the sum and the count of each set of labels. */
export function histogramLines(
  name: string,
  series: ReadonlyMap<string, Histogram>,
): readonly string[] {
  return [...series].flatMap(([labels, { counts, count, sum }]) => [
    ...bounds.map((bound, at) => bucketLine(name, labels, String(bound), counts[at] ?? 0)),
    bucketLine(name, labels, '+Inf', count),
    `${name}_sum${braced(labels)} ${sum}`,
    `${name}_count${braced(labels)} ${count}`,
  ])
}

function bucketLine(name: string, labels: string, bound: string, count: number): string {
  const all = [...(labels === '' ? [] : [labels]), `le="${bound}"`].join(',')
  return `${name}_bucket{${all}} ${count}`
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`
}
