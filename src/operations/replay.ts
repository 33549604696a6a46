import { z } from 'zod'
import { counted, type Say } from '../core/text/say.ts'
import { type ReplayReport, type ReplayRow, ratioRule } from '../engine.ts'
import { operation } from './operation.ts'

const replay = operation({
  name: 'replay',
  summary: 'Say what saved conversations would have cost under a grid of masking policies, offline',
  effect: 'read',
  tool: { name: 'replay', profiles: [] },
  input: z.strictObject({
    sessions: z
      .array(z.strictObject({ name: z.string(), text: z.string() }))
      .min(1)
      .describe('Session files: OpenAI or Anthropic JSON, or the JSONL of common agents'),
    model: z.string().max(200).optional().describe('Whose prices and cache; see prices.list'),
    cache_read: z
      .number()
      .min(0)
      .optional()
      .describe("Price of a cached token, in fresh ones; the model's, or 0.1"),
    cache_write: z
      .number()
      .min(0)
      .optional()
      .describe("Price of caching a token, in fresh ones; the model's, or 1.25"),
    ttl_s: z
      .number()
      .min(0)
      .optional()
      .describe("A cache is lost after this long; 0 for never; the model's, or never"),
  }),
  run: ({ conversations, traffic }, { sessions, model, ttl_s, ...prices }) => {
    const rule = model === undefined ? ratioRule(usualRatios) : traffic.ruleOf(model)
    const { cache_read = rule.cacheRead / rule.input, cache_write = rule.cacheWrite / rule.input } =
      prices
    const ttlMs = ttl_s === undefined ? (model === undefined ? 0 : rule.cacheMs) : ttl_s * 1000
    return conversations.replay({
      files: sessions,
      rule: {
        ...rule,
        cacheRead: cache_read * rule.input,
        cacheWrite: cache_write * rule.input,
      },
      ttlMs,
    })
  },
  toText: replayText,
})

const usualRatios = { read: 0.1, write: 1.25 }

export const replayOperations = [replay]

function replayText(report: ReplayReport, say: Say): string {
  const { sessions, calls, rows, recommendation } = report
  const heads = [
    say('policy'),
    say('tokens'),
    say('delta'),
    say('chars'),
    say('delta'),
    say('rewritten'),
    say('cached'),
    say('delta'),
    say('uncached'),
    say('worst'),
    ...(report.input_usd_per_million === null ? [] : [say('dollars')]),
  ]
  return [
    [
      counted(sessions, '{} session,', '{} sessions,', say),
      counted(
        calls,
        '{} call; costs are relative to no masking',
        '{} calls; costs are relative to no masking',
        say,
      ),
    ].join(' '),
    line(heads),
    ...rows.map((row) => line([...cells(row), ...dollars(row, report)])),
    '',
    `${say('Recommended:')} ${recommendation.policy}  ${JSON.stringify(recommendation.settings)}`,
  ].join('\n')
}

function cells(row: ReplayRow): string[] {
  return [
    row.policy,
    String(Math.round(row.tokens)),
    percent(row.delta_pct.tokens),
    String(row.chars),
    percent(row.delta_pct.chars),
    String(row.rewritten_calls),
    row.cached_ratio.toFixed(3),
    percent(row.delta_pct.cost_cached),
    row.uncached_ratio.toFixed(3),
    row.worst_ratio.toFixed(3),
  ]
}

/** The bill with a cache, answers not counted. */
function dollars(row: ReplayRow, { input_usd_per_million: price }: ReplayReport): string[] {
  return price === null ? [] : [((row.cost_cached * price) / 1_000_000).toFixed(2)]
}

function percent(delta: number): string {
  return `${delta > 0 ? '+' : ''}${delta.toFixed(1)} %`
}

function line([first = '', ...rest]: readonly string[]): string {
  return `${first.padEnd(24)}${rest.map((cell) => cell.padStart(10)).join('')}`
}
