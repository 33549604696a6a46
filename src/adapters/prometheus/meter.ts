import { type Meter, type MetricFacts, type MetricName, metrics } from '../../ports/meter.ts'

type Labels = Readonly<Record<string, string>>

/** More label values than this are a fault of ours; they are added up under `other`. */
const mostSeries = 500

/** Numbers in the memory of this process, in the text format of Prometheus. */
export function prometheusMeter(): Meter {
  const numbers = new Map<MetricName, Family<number>>()
  const histograms = new Map<MetricName, Family<Histogram>>()
  const looks: (() => void)[] = []

  return {
    count(name, labels, by = 1) {
      seriesOf(numbers, name, labels, zero).value += by
    },
    set(name, labels, value) {
      seriesOf(numbers, name, labels, zero).value = value
    },
    time(name, labels, seconds) {
      observe(seriesOf(histograms, name, labels, emptyHistogram).value, seconds)
    },
    beforeRead: (look) => void looks.push(look),
    read() {
      for (const look of looks) look()
      return Object.entries(metrics)
        .flatMap(([name, { type, help }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...(type === 'histogram'
            ? histogramLines(name, histograms.get(name as MetricName) ?? new Map())
            : counterLines(name, numbers.get(name as MetricName) ?? new Map())),
        ])
        .join('\n')
        .concat('\n')
    },
  }
}

function zero(): number {
  return 0
}

/** Several are looked up for every request: labels are written out only for those that are new. */
function seriesOf<Value>(
  all: Map<MetricName, Family<Value>>,
  name: MetricName,
  labels: Labels,
  first: () => Value,
): Series<Value> {
  const family = all.get(name) ?? new Map<string, Series<Value>>()
  if (family.size === 0) all.set(name, family)
  const { labels: names }: MetricFacts = metrics[name]
  const known = family.get(keyOf(names, labels))
  if (known) return known
  if (family.size < mostSeries) return newSeries(family, names, labels, first)
  const others = Object.fromEntries(names.map((label) => [label, 'other']))
  return family.get(keyOf(names, others)) ?? newSeries(family, names, others, first)
}

function newSeries<Value>(
  family: Family<Value>,
  names: readonly string[],
  labels: Labels,
  first: () => Value,
): Series<Value> {
  const words = names.map((label) => `${label}="${escapeValue(labels[label] ?? '')}"`)
  const series = { labels: words.join(','), value: first() }
  family.set(keyOf(names, labels), series)
  return series
}

/** One value is its own key: no text is made for it. */
function keyOf(names: readonly string[], labels: Labels): string {
  let key = labels[names[0] ?? ''] ?? ''
  for (let at = 1; at < names.length; at++) key += `\u0000${labels[names[at] ?? ''] ?? ''}`
  return key
}

function escapeValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

/** One set of labels, written out, and what is counted under it. */
interface Series<Value> {
  readonly labels: string
  value: Value
}

/** Every series of a metric, by the values of its labels. */
type Family<Value> = Map<string, Series<Value>>

/** Times in seconds: how many fell between each bound and the one before, all of them, and their sum. */
interface Histogram {
  readonly counts: number[]
  count: number
  sum: number
}

const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function emptyHistogram(): Histogram {
  return { counts: bounds.map(() => 0), count: 0, sum: 0 }
}

function observe(histogram: Histogram, seconds: number): void {
  const { counts } = histogram
  const at = bounds.findIndex((bound) => seconds <= bound)
  if (at !== -1) counts[at] = (counts[at] ?? 0) + 1
  histogram.count++
  histogram.sum += seconds
}

/** One line for each set of labels. */
function counterLines(
  name: string,
  family: ReadonlyMap<string, Series<number>>,
): readonly string[] {
  return [...family.values()].map(({ labels, value }) => `${name}${braced(labels)} ${value}`)
}

/** The buckets, the sum and the count of each set of labels. */
function histogramLines(
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
