import { type Meter, type MetricFacts, type MetricName, metrics } from '../../ports/meter.ts'
import {
  counterLines,
  emptyHistogram,
  type Family,
  type Histogram,
  histogramLines,
  observe,
  type Series,
} from './series.ts'

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
