import type { Say } from '../../core/text/say.ts'
import type { ReplayReport } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'
import { toColumns } from '../table.ts'

/** The report as one page of a terminal. */
export function replayText(report: ReplayReport, say: Say): string {
  if (report.sessions === 0) return say('No session could be read.')
  return [
    [summary(report, say)],
    models(report, say),
    spent(report, say),
    policies(report, say),
    recommendation(report, say),
  ]
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

/** Less than what is shown is left out. */
const least = 0.00005

/** What the money went to, the largest first, with the words people read. */
export function spentRows(
  { spent, carried, usd }: ReplayReport,
  say: Say,
): readonly { readonly what: string; readonly usd: number; readonly share: number }[] {
  const rows = [
    { what: say('text read from the cache again'), usd: spent.cache_reads },
    { what: say('text that was new'), usd: spent.new_text },
    { what: say('sent again because the cache had lapsed'), usd: spent.lapsed_caches },
    { what: say('sent again because its beginning had changed'), usd: spent.prefix_changes },
    { what: say('sent again to another model'), usd: spent.model_changes },
    { what: say('answers'), usd: spent.answers },
  ].toSorted((a, b) => b.usd - a.usd)
  const parts = [
    { what: say('of these, system prompt and tool definitions'), usd: carried.definitions },
    {
      what: say(phrase`of these, results over ${carried.oversize_from_tokens} tokens`),
      usd: carried.oversize_results,
    },
  ]
  return [...rows, ...parts]
    .filter((row) => row.usd >= least)
    .map((row) => ({
      ...row,
      share: usd === 0 ? 0 : row.usd / usd,
    }))
}

export function dollars(usd: number): string {
  const digits = Math.abs(usd) < 1 ? 4 : 2
  return `${usd < 0 ? '-' : ''}$${Math.abs(usd).toFixed(digits)}`
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** `2026-11-01 to 2026-11-18`, or nothing where no session says when it was. */
export function period({ from, until }: ReplayReport, say: Say): string {
  if (from === null || until === null) return ''
  const [first, last] = [from.slice(0, 10), until.slice(0, 10)]
  return first === last ? first : say(phrase`${first} to ${last}`)
}

function summary(report: ReplayReport, say: Say): string {
  const { sessions, calls, usd, estimated_calls: estimated } = report
  const when = period(report, say)
  return [
    `${dollars(usd)}: ${say(counted(sessions, '{} session,', '{} sessions,'))} ${say(counted(calls, '{} call', '{} calls'))}${when === '' ? '' : `, ${when}`}`,
    ...(report.is_interrupted ? [say('Stopped early: this is what was read until then.')] : []),
    ...(estimated > 0
      ? [
          say(
            counted(
              estimated,
              '{} call is estimated from its words: its file does not say what it used.',
              '{} calls are estimated from their words: their files do not say what they used.',
            ),
          ),
        ]
      : []),
  ].join('\n')
}

function models({ models: list }: ReplayReport, say: Say): readonly string[] {
  return [
    toColumns(
      ['model', 'calls', 'input', 'cached', 'output', 'cost', 'prices'],
      list.map((one) => [
        one.model,
        one.calls,
        one.input_tokens,
        percent(one.input_tokens === 0 ? 0 : one.cache_read_tokens / one.input_tokens),
        one.output_tokens,
        dollars(one.usd),
        one.prices,
      ]),
      say,
    ),
  ]
}

function spent(report: ReplayReport, say: Say): readonly string[] {
  return [
    toColumns(
      ['spent on', 'cost', 'share'],
      spentRows(report, say).map((row) => [row.what, dollars(row.usd), percent(row.share)]),
      say,
    ),
  ]
}

function policies({ policies: list }: ReplayReport, say: Say): readonly string[] {
  return [
    toColumns(
      [
        'with',
        'cost',
        'of it',
        'dearest session',
        'rewritten',
        'refused',
        'grounded edits',
        'names in sight',
      ],
      list.map((one) => [
        one.policy,
        dollars(one.usd),
        percent(one.ratio),
        percent(one.worst_ratio),
        one.rewritten_calls,
        one.refused_calls,
        shareOf(one.grounded, one.edits, say),
        shareOf(one.names_in_sight, one.names, say),
      ]),
      say,
    ),
  ]
}

function shareOf(share: number | null, count: number, say: Say): string {
  return share === null ? say('none') : `${percent(share)} (${count})`
}

function recommendation(report: ReplayReport, say: Say): readonly string[] {
  const { mode, policy, saved_usd, command } = report.recommendation
  if (mode === 'off') return [say('Sieving would not have made these sessions cheaper.')]
  return [
    say(phrase`Recommended: ${policy}, which would have saved ${dollars(saved_usd)}.`),
    `  ${command}`,
  ]
}
