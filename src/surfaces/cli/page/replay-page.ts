import type { Say } from '../../../core/text/say.ts'
import type { ReplayReport } from '../../../engine.ts'
import { dollars, percent, period, spentRows } from '../../../operations/traffic/replay-text.ts'
import { phrase } from '../../../phrase.ts'

/** The report as one file that a browser shows, with no address in it to load anything from. */
export function replayPage(report: ReplayReport, say: Say): string {
  const { usd, sessions, calls, models, policies, recommendation } = report
  const most = Math.max(usd, ...policies.map((one) => one.usd))
  return `<!doctype html>
<html lang="${toHtml(say('en'))}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${toHtml(say('What your sessions cost'))}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
.bar { background: #4a7; height: .6rem; border-radius: .3rem }
.nothing .bar { background: #999 }
code { background: #f2f2f2; padding: .2rem .4rem }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd } th, td { border-color: #333 } code { background: #222 } }
</style>
<h1>${toHtml(dollars(usd))}</h1>
<p>${toHtml(`${sessions} ${say('sessions')}, ${calls} ${say('calls')}, ${period(report, say)}`)}</p>
${table(
  [say('model'), say('calls'), say('input'), say('cached'), say('output'), say('cost')],
  models.map((one) => [
    one.model,
    String(one.calls),
    String(one.input_tokens),
    percent(one.input_tokens === 0 ? 0 : one.cache_read_tokens / one.input_tokens),
    String(one.output_tokens),
    dollars(one.usd),
  ]),
)}
<h2>${toHtml(say('Spent on'))}</h2>
${table(
  [say('what'), say('cost'), say('share')],
  spentRows(report, say).map((row) => [row.what, dollars(row.usd), percent(row.share)]),
)}
<h2>${toHtml(say('What each policy would have made of it'))}</h2>
<table><tr>${[say('with'), say('cost'), say('of it'), '', say('refused'), say('grounded edits'), say('names in sight')].map((head) => `<th>${toHtml(head)}</th>`).join('')}</tr>
${policies
  .map(
    (one) =>
      `<tr class="${one.mode === 'off' ? 'nothing' : ''}"><td>${toHtml(one.policy)}</td><td class="n">${dollars(one.usd)}</td><td class="n">${percent(one.ratio)}</td><td style="width:30%"><div class="bar" style="width:${((100 * one.usd) / (most || 1)).toFixed(1)}%"></div></td><td class="n">${one.refused_calls}</td><td class="n">${shareText(one.grounded)}</td><td class="n">${shareText(one.names_in_sight)}</td></tr>`,
  )
  .join('\n')}
</table>
<p>${
    recommendation.mode === 'off'
      ? toHtml(say('Sieving would not have made these sessions cheaper.'))
      : `${toHtml(say(phrase`Recommended: ${recommendation.policy}, which would have saved ${dollars(recommendation.saved_usd)}.`))} <code>${toHtml(recommendation.command)}</code>`
  }</p>
${report.unreadable.map(({ name, reason }) => `<p>${toHtml(say(phrase`${name} was not read: ${reason}`))}</p>`).join('\n')}
</html>
`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((one) => `<th>${toHtml(one)}</th>`).join('')
  const body = rows
    .map(
      (row) =>
        `<tr>${row.map((cell, at) => `<td${at > 0 ? ' class="n"' : ''}>${toHtml(cell)}</td>`).join('')}</tr>`,
    )
    .join('\n')
  return `<table><tr>${head}</tr>\n${body}\n</table>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Names of models and files come from session files: they are text, never markup. */
function toHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

function shareText(share: number | null): string {
  return share === null ? '–' : percent(share)
}
