import { type Meter, type MetricFacts, type MetricName, metrics } from '../../ports/meter.ts'
import { counterLines, emptyHistogram, type Histogram, histogramLines, observe } from './series.ts'

type Labels = Readonly<Record<string, string>>

/** More label values than this are a fault of ours; they are added up under `other`. */
const mostSeries = 500

/** Numbers in the memory of this process, in the text format of Prometheus. */
export function prometheusMeter(): Meter {
  const numbers = new Map<MetricName, Map<string, number>>()
  const histograms = new Map<MetricName, Map<string, Histogram>>()

  const add = (name: MetricName, labels: Labels, by: number): void => {
    const series = seriesOf(numbers, name)
    const key = keyIn(series, name, labels)
    series.set(key, (series.get(key) ?? 0) + by)
  }
  return {
    count: (name, labels, by = 1) => add(name, labels, by),
    set(name, labels, value) {
      const series = seriesOf(numbers, name)
      series.set(keyIn(series, name, labels), value)
    },
    time(name, labels, seconds) {
      const series = seriesOf(histograms, name)
      const key = keyIn(series, name, labels)
      series.set(key, observe(series.get(key) ?? emptyHistogram(), seconds))
    },
    read: () =>
      Object.entries(metrics)
        .flatMap(([name, { type, help }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${type}`,
          ...(type === 'histogram'
            ? histogramLines(name, histograms.get(name as MetricName) ?? new Map())
            : counterLines(name, numbers.get(name as MetricName) ?? new Map())),
        ])
        .join('\n')
        .concat('\n'),
  }
}

function seriesOf<Value>(
  all: Map<MetricName, Map<string, Value>>,
  name: MetricName,
): Map<string, Value> {
  const known = all.get(name)
  if (known) return known
  const series = new Map<string, Value>()
  all.set(name, series)
  return series
}

function keyIn(series: ReadonlyMap<string, unknown>, name: MetricName, labels: Labels): string {
  const facts: MetricFacts = metrics[name]
  const key = toKey(facts, (label) => labels[label] ?? '')
  return series.has(key) || series.size < mostSeries ? key : toKey(facts, () => 'other')
}

function toKey({ labels }: MetricFacts, wordOf: (label: string) => string): string {
  return labels.map((label) => `${label}="${escapeValue(wordOf(label))}"`).join(',')
}

function escapeValue(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
