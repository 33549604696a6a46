import type { ModelRule } from '../traffic/model-rule.ts'
import { messageText } from '../wire/message-text.ts'
import { detectFormat } from '../wire/wire-formats.ts'
import { maskConversation } from './mask.ts'
import { type MaskPolicyInput, resolvePolicy } from './policy.ts'
import type { SavedSession } from './read-session.ts'
import { type ReplayTotals, replay, type SessionPolicy } from './replay.ts'
import type { ResultFacts } from './result-facts.ts'

export interface ReplayRequest {
  readonly sessions: readonly SavedSession[]
  readonly rule: ModelRule
  /** A cache is lost after this long without a request; 0 for never. */
  readonly ttlMs: number
}

/** One policy over all sessions. */
export interface ReplayRow {
  readonly policy: string
  readonly settings: MaskPolicyInput
  readonly calls: number
  readonly rewritten_calls: number
  readonly tokens: number
  readonly chars: number
  readonly cost_cached: number
  readonly cost_uncached: number
  /** Relative to no masking. */
  readonly cached_ratio: number
  readonly uncached_ratio: number
  /** The dearest session, relative to no masking. */
  readonly worst_ratio: number
  /** What changes against no masking, in percent; a saving is negative. */
  readonly delta_pct: {
    readonly tokens: number
    readonly chars: number
    readonly cost_cached: number
    readonly cost_uncached: number
  }
}

export interface ReplayReport {
  readonly sessions: number
  readonly calls: number
  /** Dollars for a million fresh tokens, where a model is named. */
  readonly input_usd_per_million: number | null
  readonly rows: readonly ReplayRow[]
  readonly recommendation: { readonly policy: string; readonly settings: MaskPolicyInput }
}

const windows = [4, 8, 12, 16]

const grid: readonly { readonly policy: string; readonly settings: MaskPolicyInput }[] = [
  { policy: 'no masking', settings: { enabled: false } },
  ...windows.flatMap((window_turns) => [
    {
      policy: `window ${window_turns}, every turn`,
      settings: { window_turns, commit_every_turns: 1 },
    },
    ...[0.5, 1, 2].map((commit_payback) => ({
      policy: `window ${window_turns}, payback ${commit_payback}`,
      settings: { window_turns, commit_payback },
    })),
  ]),
]

/** Replays every session under every policy of the grid. Token counts of raw messages are given. */
export function replayGrid(
  request: ReplayRequest,
  tokensOf: ReadonlyMap<string, number>,
  facts: ResultFacts,
): ReplayReport {
  // A placeholder is mostly ids, which have few characters a token.
  const countTokens = (text: string): number => tokensOf.get(text) ?? Math.ceil(text.length / 2.6)
  const runs = grid.map(({ policy, settings }) => ({
    policy,
    settings,
    totals: request.sessions.map((session) =>
      replaySession(session, settings, request, countTokens, facts),
    ),
  }))
  const raw = runs[0]?.totals ?? []
  const rows = runs.map(({ policy, settings, totals }) => toRow(policy, settings, totals, raw))
  // Never dearer on any session; then the cheapest; at one percent's difference, the larger window.
  const best = rows
    .filter(({ worst_ratio }) => worst_ratio <= 1)
    .toSorted(
      (a, b) =>
        Math.round(a.cached_ratio * 100) - Math.round(b.cached_ratio * 100) ||
        (b.settings.window_turns ?? 0) - (a.settings.window_turns ?? 0),
    )[0]
  const { policy = 'no masking', settings = { enabled: false } } = best ?? {}
  return {
    sessions: request.sessions.length,
    calls: raw.reduce((sum, { calls }) => sum + calls, 0),
    input_usd_per_million: request.rule.source === '' ? null : request.rule.input,
    rows,
    recommendation: { policy, settings },
  }
}

/** Every text that `replayGrid` needs counted. */
export function replayTexts(sessions: readonly SavedSession[]): readonly string[] {
  return [...new Set(sessions.flatMap(({ list }) => list.map(messageText)))]
}

function replaySession(
  { list, times }: SavedSession,
  settings: MaskPolicyInput,
  { rule, ttlMs }: ReplayRequest,
  countTokens: (text: string) => number,
  facts: ResultFacts,
): ReplayTotals {
  const format = detectFormat(list)
  if (!format) throw new Error('a session without a format')
  const policy = resolvePolicy(settings)
  const edit: SessionPolicy = (conversation) => maskConversation(conversation, policy, facts).edits
  const isExpired = (at: number): boolean =>
    ttlMs > 0 && (times[at] ?? Number.NaN) - (times[at - 1] ?? Number.NaN) > ttlMs
  return replay(list, format, edit, { rule, countTokens, isExpired })
}

function toRow(
  policy: string,
  settings: MaskPolicyInput,
  totals: readonly ReplayTotals[],
  raw: readonly ReplayTotals[],
): ReplayRow {
  const sum = (rows: readonly ReplayTotals[], field: keyof ReplayTotals): number =>
    rows.reduce((total, one) => total + one[field], 0)
  const delta = (field: keyof ReplayTotals): number =>
    Math.round((sum(totals, field) / (sum(raw, field) || 1) - 1) * 1000) / 10
  const ratios = totals.map((one, at) => one.cachedCost / (raw[at]?.cachedCost || 1))
  return {
    policy,
    settings,
    calls: sum(totals, 'calls'),
    rewritten_calls: sum(totals, 'rewrittenCalls'),
    tokens: sum(totals, 'tokens'),
    chars: sum(totals, 'chars'),
    cost_cached: sum(totals, 'cachedCost'),
    cost_uncached: sum(totals, 'uncachedCost'),
    cached_ratio: sum(totals, 'cachedCost') / (sum(raw, 'cachedCost') || 1),
    uncached_ratio: sum(totals, 'uncachedCost') / (sum(raw, 'uncachedCost') || 1),
    worst_ratio: Math.max(...ratios),
    delta_pct: {
      tokens: delta('tokens'),
      chars: delta('chars'),
      cost_cached: delta('cachedCost'),
      cost_uncached: delta('uncachedCost'),
    },
  }
}
