import { z } from 'zod'
import { counted, type Say } from '../core/text/say.ts'
import type { ReplayReport, ReplayRow } from '../engine.ts'
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
    cache_read: z.number().min(0).default(0.1).describe('Price of a cached token, in fresh ones'),
    cache_write: z
      .number()
      .min(0)
      .default(1.25)
      .describe('Price of caching a token, in fresh ones'),
    ttl_s: z.number().min(0).default(0).describe('A cache is lost after this long; 0 for never'),
  }),
  run: (engine, { sessions, cache_read, cache_write, ttl_s }) =>
    engine.conversations.replay({
      files: sessions,
      prices: { read: cache_read, write: cache_write },
      ttlMs: ttl_s * 1000,
    }),
  toText: replayText,
})

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
    ...rows.map((row) => line(cells(row))),
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

function percent(delta: number): string {
  return `${delta > 0 ? '+' : ''}${delta.toFixed(1)} %`
}

function line([first = '', ...rest]: readonly string[]): string {
  return `${first.padEnd(24)}${rest.map((cell) => cell.padStart(10)).join('')}`
}
