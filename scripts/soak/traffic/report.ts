import type { Verdict } from './flatness.ts'
import type { Sample } from './sample.ts'

export interface ActionTally {
  readonly name: string
  readonly done: number
  readonly failed: number
  readonly medianMs: number
  readonly p99Ms: number
}

export interface TrafficReport {
  readonly heading: string
  readonly facts: readonly string[]
  readonly samples: readonly Sample[]
  readonly verdicts: readonly Verdict[]
  readonly tallies: readonly ActionTally[]
  readonly failures: readonly string[]
}

const width = 520
const height = 150

/** One page that needs nothing but itself. */
export function reportPage(report: TrafficReport): string {
  const { heading, facts, samples, verdicts, tallies, failures } = report
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${inHtml(heading)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222 }
table { border-collapse: collapse; margin: 1rem 0 } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ddd }
td:first-child, th:first-child { text-align: left } .plots { display: flex; flex-wrap: wrap; gap: 1rem } figure { margin: 0 }
.grows { color: #a00; font-weight: 600 } svg { background: #fafafa; border: 1px solid #ddd }
</style>
<h1>${inHtml(heading)}</h1>
<ul>${facts.map((fact) => `<li>${inHtml(fact)}</li>`).join('')}</ul>
<h2>Flat after warm-up</h2>
${table(['series', 'first tenth', 'last tenth', 'growth', 'allowed', ''], verdicts.map(verdictRow))}
<div class="plots">${verdicts.map(({ name }) => plot(name, samples)).join('')}</div>
<h2>Requests</h2>
${table(['kind', 'done', 'failed', 'median ms', 'p99 ms'], tallies.map(tallyRow))}
${failures.length === 0 ? '<p>None failed.</p>' : `<h2>Failures</h2><ul>${failures.map((text) => `<li>${inHtml(text)}</li>`).join('')}</ul>`}
</html>
`
}

function verdictRow({ name, atStart, atEnd, growth, allowed, isFlat }: Verdict): readonly string[] {
  const numbers = [atStart, atEnd, growth, allowed].map((value) => value.toFixed(2))
  return [name, ...numbers, isFlat ? 'flat' : 'GROWS']
}

function tallyRow({ name, done, failed, medianMs, p99Ms }: ActionTally): readonly string[] {
  return [name, String(done), String(failed), medianMs.toFixed(1), p99Ms.toFixed(1)]
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[], tag: string): string =>
    `<tr>${row.map((cell) => `<${tag}${cell === 'GROWS' ? ' class="grows"' : ''}>${inHtml(cell)}</${tag}>`).join('')}</tr>`
  return `<table>${cells(heads, 'th')}${rows.map((row) => cells(row, 'td')).join('')}</table>`
}

function plot(name: string, samples: readonly Sample[]): string {
  const points = samples.flatMap(({ seconds, values }) => {
    const value = values[name]
    return value === undefined ? [] : [{ seconds, value }]
  })
  const top = Math.max(...points.map(({ value }) => value), 1e-9) * 1.1
  const end = Math.max(points.at(-1)?.seconds ?? 1, 1)
  const line = points
    .map(({ seconds, value }) => {
      const x = 4 + (seconds / end) * (width - 8)
      const y = height - 4 - (value / top) * (height - 8)
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  const last = points.at(-1)?.value ?? 0
  return `<figure><figcaption>${inHtml(name)}: ${last.toFixed(1)} of ${top.toFixed(1)} after ${(end / 60).toFixed(1)} min</figcaption>
<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${inHtml(name)} over time"><line x1="${(width / 3).toFixed(0)}" x2="${(width / 3).toFixed(0)}" y1="0" y2="${height}" stroke="#bbb" stroke-dasharray="4"/><polyline points="${line}" fill="none" stroke="#06c" stroke-width="1.5"/></svg></figure>`
}

function inHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
