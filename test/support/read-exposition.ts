export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly type: string
  readonly samples: readonly Sample[]
}

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const labelPair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/
const sampleLine = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/s

type Families = Map<string, { type: string; samples: Sample[] }>

/** Reads the text format of Prometheus as strictly as its specification is written; throws at the first fault. */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const families: Families = new Map()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (what === undefined) addSample(families, current, line)
    else {
      readComment(families, what, name, rest)
      current = name
    }
  }
  for (const [name, family] of families) checkFamily(name, family)
  return families
}

function readComment(families: Families, what: string, name: string, rest: string): void {
  if (!metricName.test(name)) throw new Error(`bad name ${name}`)
  const family = families.get(name)
  if (what === 'HELP') {
    if (family) throw new Error(`${name} is there twice`)
    families.set(name, { type: 'untyped', samples: [] })
    return
  }
  if (!family || family.samples.length > 0) throw new Error(`TYPE of ${name} out of place`)
  if (!/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`bad type of ${name}`)
  family.type = rest
}

function addSample(families: Families, current: string, line: string): void {
  const sample = readSample(line)
  const family = families.get(current)
  if (!family || !belongsTo(sample.name, current, family.type))
    throw new Error(`${line} is not under its own family`)
  if (family.samples.some((other) => keyOf(other) === keyOf(sample)))
    throw new Error(`${line} is there twice`)
  family.samples.push(sample)
}

function readSample(line: string): Sample {
  const found = sampleLine.exec(line)
  if (!found) throw new Error(`not a sample: ${line}`)
  const [, name = '', pairs = '', number = ''] = found
  const value = Number(number)
  if (Number.isNaN(value) || !/^-?(?:\d|\.)/.test(number)) throw new Error(`bad value: ${line}`)
  const labels: Record<string, string> = {}
  for (let rest = pairs; rest !== ''; ) {
    const pair = labelPair.exec(rest)
    if (!pair) throw new Error(`bad labels: ${line}`)
    const [whole, label = '', text = ''] = pair
    if (label in labels) throw new Error(`${label} is there twice: ${line}`)
    labels[label] = text
    rest = rest.slice(whole.length)
  }
  return { name, labels, value }
}

function belongsTo(name: string, family: string, type: string): boolean {
  if (type !== 'histogram') return name === family
  return [`${family}_bucket`, `${family}_sum`, `${family}_count`].includes(name)
}

function keyOf({ name, labels }: Sample): string {
  return JSON.stringify([name, Object.entries(labels).sort()])
}

/** Counters end in `_total`; buckets grow, end in `+Inf`, and that one is the count. */
function checkFamily(name: string, { type, samples }: Family): void {
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is no counter name`)
  if (type === 'counter' && samples.some(({ value }) => value < 0)) throw new Error(`${name} < 0`)
  if (type !== 'histogram') return
  const buckets = Map.groupBy(
    samples.filter((sample) => sample.name === `${name}_bucket`),
    ({ labels: { le: _, ...rest } }) => JSON.stringify(rest),
  )
  for (const [key, members] of buckets) {
    const values = members.map(({ value }) => value)
    if (values.some((value, at) => value < (values[at - 1] ?? 0))) throw new Error(`${name} falls`)
    if (members.at(-1)?.labels.le !== '+Inf') throw new Error(`${name} has no +Inf`)
    const count = samples.find(
      (sample) => sample.name === `${name}_count` && JSON.stringify(sample.labels) === key,
    )
    if (count?.value !== values.at(-1)) throw new Error(`${name}_count differs`)
  }
}
