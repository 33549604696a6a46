import type { MaskMode } from '../mask/mask-modes.ts'
import { toIsoTime } from '../text/iso-time.ts'
import type { Certainty } from '../traffic/model-rule.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import { recommend } from './recommend.ts'
import type { PolicyTotals, ReplayedSession } from './replay-session.ts'
import {
  addUp,
  type Carried,
  noCarried,
  noSpending,
  oversizeTokens,
  type Spending,
} from './spending.ts'

/** What saved sessions cost, what for, and what each policy would have made of it. Money is in dollars. */
export interface ReplayReport {
  readonly sessions: number
  readonly calls: number
  /** Calls whose file does not say what was used: their bill is an estimate from the words. */
  readonly estimated_calls: number
  readonly usd: number
  readonly from: string | null
  readonly until: string | null
  readonly agents: readonly ReplayedAgent[]
  readonly models: readonly ReplayedModel[]
  /** The parts come to the whole bill. */
  readonly spent: {
    readonly cache_reads: number
    readonly new_text: number
    readonly lapsed_caches: number
    readonly prefix_changes: number
    readonly model_changes: number
    readonly answers: number
  }
  /** Parts of the same bill, by what caused them. */
  readonly carried: {
    readonly definitions: number
    readonly oversize_results: number
    readonly oversize_from_tokens: number
  }
  readonly policies: readonly ReplayedPolicy[]
  readonly recommendation: Recommendation
  readonly unreadable: readonly { readonly name: string; readonly reason: string }[]
  /** Somebody stopped it: these figures are of what was read until then. */
  readonly is_interrupted: boolean
}

interface ReplayedAgent {
  readonly agent: string
  readonly sessions: number
  readonly calls: number
  readonly usd: number
}

interface ReplayedModel {
  readonly model: string
  readonly calls: number
  readonly input_tokens: number
  readonly cache_read_tokens: number
  readonly output_tokens: number
  readonly usd: number
  /** How far its prices can be believed. */
  readonly prices: Certainty
}

export interface ReplayedPolicy {
  readonly policy: string
  /** The setting of ours that does this; `null` for a peer's. */
  readonly mode: MaskMode | 'off' | null
  /** What `mask.server_edits` does: Claude clears old results on its side. */
  readonly server_edits: boolean
  readonly usd: number
  /** Relative to what was paid. */
  readonly ratio: number
  /** The dearest session, relative to what it cost. */
  readonly worst_ratio: number
  readonly rewritten_calls: number
  /** Calls that the provider would have refused, since thinking was bound to what they change. */
  readonly refused_calls: number
  readonly edits: number
  /** Share of edits that replace text the agent could see; `null` where there were none. */
  readonly grounded: number | null
  /** Paths, symbols and numbers that the agent used and had from results alone. */
  readonly names: number
  /** Share of them that it could still see; `null` where there were none. */
  readonly names_in_sight: number | null
}

export interface Recommendation {
  readonly policy: string
  readonly mode: MaskMode | 'off'
  readonly saved_usd: number
  /** What to type. */
  readonly command: string
}

export function replayReport(
  replayed: readonly ReplayedSession[],
  unreadable: ReplayReport['unreadable'],
  isInterrupted: boolean,
): ReplayReport {
  const calls = replayed.flatMap((one) => one.calls)
  const usd = total(replayed, (one) => one.usd)
  const policies = policiesOf(replayed)
  const agents = agentsOf(replayed)
  const times = replayed
    .flatMap(({ session }) => session.calls.map(({ time }) => time))
    .filter(Number.isFinite)
  return {
    sessions: replayed.length,
    calls: calls.length,
    estimated_calls: calls.filter(({ isEstimated }) => isEstimated).length,
    usd,
    from: times.length === 0 ? null : toIsoTime(least(times)),
    until: times.length === 0 ? null : toIsoTime(-least(times.map((time) => -time))),
    agents,
    models: modelsOf(replayed),
    spent: spentOf(replayed.reduce((sum, one) => addUp(sum, one.spending), noSpending)),
    carried: carriedOf(replayed.reduce((sum, one) => addUp(sum, one.carried), noCarried)),
    policies,
    recommendation: recommend(policies, { usd, agent: agents[0]?.agent }),
    unreadable,
    is_interrupted: isInterrupted,
  }
}

function spentOf(spending: Spending): ReplayReport['spent'] {
  return {
    cache_reads: spending.cacheReads,
    new_text: spending.newText,
    lapsed_caches: spending.lapsedCaches,
    prefix_changes: spending.prefixChanges,
    model_changes: spending.modelChanges,
    answers: spending.answers,
  }
}

function carriedOf({ definitions, oversizeResults }: Carried): ReplayReport['carried'] {
  return {
    definitions,
    oversize_results: oversizeResults,
    oversize_from_tokens: oversizeTokens,
  }
}

function agentsOf(replayed: readonly ReplayedSession[]): readonly ReplayedAgent[] {
  const groups = Map.groupBy(replayed, ({ session }) => session.agent ?? 'other')
  return [...groups]
    .map(([agent, list]) => ({
      agent,
      sessions: list.length,
      calls: total(list, (one) => one.calls.length),
      usd: total(list, (one) => one.usd),
    }))
    .toSorted((a, b) => b.usd - a.usd)
}

function modelsOf(replayed: readonly ReplayedSession[]): readonly ReplayedModel[] {
  const priced = replayed.flatMap(({ calls, callUsd }) =>
    calls.map((call, at) => ({ call, usd: callUsd[at] ?? 0 })),
  )
  const groups = Map.groupBy(priced, ({ call }) => call.model)
  return [...groups]
    .map(([model, list]) => ({
      model,
      calls: list.length,
      input_tokens: total(list, ({ call }) => call.usage.inputTokens),
      cache_read_tokens: total(list, ({ call }) => call.usage.cacheReadTokens),
      output_tokens: total(list, ({ call }) => call.usage.outputTokens),
      usd: total(list, (one) => one.usd),
      prices: list[0]?.call.rule.certainty ?? 'estimate',
    }))
    .toSorted((a, b) => b.usd - a.usd)
}

function policiesOf(replayed: readonly ReplayedSession[]): readonly ReplayedPolicy[] {
  const names = replayed[0]?.policies.map(({ policy }) => policy) ?? []
  const usd = total(replayed, (one) => one.usd)
  const mayClear = replayed.some(({ session }) => wireFormat(session.format).serverEdits)
  const rows = names.map(({ name, mode, isOwnServerEdits = false }, at): ReplayedPolicy => {
    const totals = replayed.flatMap((one) => one.policies[at] ?? [])
    const sum = (of: (one: PolicyTotals) => number): number => total(totals, of)
    const edits = sum(({ ground }) => ground.edits)
    const used = sum(({ ground }) => ground.names)
    const ratios = replayed.map((one) => ratioOf(one.policies[at]?.usd ?? 0, one.usd))
    return {
      policy: name,
      mode: mode ?? null,
      server_edits: isOwnServerEdits,
      usd: sum((one) => one.usd),
      ratio: ratioOf(
        sum((one) => one.usd),
        usd,
      ),
      worst_ratio: -least(ratios.map((ratio) => -ratio)),
      rewritten_calls: sum((one) => one.rewrittenCalls),
      refused_calls: sum((one) => one.refusedCalls),
      edits,
      grounded: edits === 0 ? null : sum(({ ground }) => ground.groundedEdits) / edits,
      names: used,
      names_in_sight: used === 0 ? null : sum(({ ground }) => ground.visibleNames) / used,
    }
  })
  return rows.filter(({ server_edits }) => mayClear || !server_edits)
}

function ratioOf(part: number, whole: number): number {
  return whole === 0 ? 1 : part / whole
}

function total<One>(list: readonly One[], of: (one: One) => number): number {
  return list.reduce((sum, one) => sum + of(one), 0)
}

/** Lists of any length: spread arguments have a limit. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
}
