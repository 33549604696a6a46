import { addGround, type Ground, noGround, sessionGround } from '../mask/ground/ground.ts'
import type { SavedSession } from '../sessions/session.ts'
import type { CacheState } from '../traffic/bill.ts'
import type { RuleOf } from '../traffic/provider-rules.ts'
import { isFields } from '../wire/content.ts'
import { isSealed } from '../wire/conversation.ts'
import { messageText } from '../wire/message-text.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import { billWith, type CountedCall, countedCalls, type TextCounter } from './counted-session.ts'
import type { ReplayPolicy } from './replay-policy.ts'
import {
  addUp,
  type Carried,
  carriedOf,
  noCarried,
  noSpending,
  oversizeTokens,
  type Spending,
  spendingOf,
} from './spending.ts'

/** What became of one session. */
export interface ReplayedSession {
  readonly session: SavedSession
  readonly calls: readonly CountedCall[]
  /** What each of them cost, and all of them. */
  readonly callUsd: readonly number[]
  readonly usd: number
  readonly spending: Spending
  readonly carried: Carried
  readonly policies: readonly PolicyTotals[]
}

/** One policy over one session. */
export interface PolicyTotals {
  readonly policy: ReplayPolicy
  readonly usd: number
  /** Calls in which something that was sent before had changed. */
  readonly rewrittenCalls: number
  /** Those of them that change what the model's thinking is bound to, which the provider refuses. */
  readonly refusedCalls: number
  readonly ground: Ground
}

export interface ReplayDeps {
  readonly ruleOf: RuleOf
  readonly counter: TextCounter
  /** Whose prices count where a session names no model. */
  readonly otherwise: string
  /** Lets others work, and throws once nobody waits any more. */
  readonly breathe: () => Promise<void>
}

/** Sends a session again on paper, one request a call, under each policy. */
export async function replaySession(
  session: SavedSession,
  policies: readonly ReplayPolicy[],
  deps: ReplayDeps,
): Promise<ReplayedSession> {
  const { counter } = deps
  await counter.learn(session.items.map(messageText))
  const calls = countedCalls(session, deps.ruleOf, counter, deps.otherwise)
  const totals: PolicyTotals[] = []
  for (const policy of policies) {
    totals.push(await replayPolicy(session, calls, policy, deps))
    await deps.breathe()
  }
  const oversize = oversizeIn(session, counter)
  const callUsd: number[] = []
  let [spending, carried] = [noSpending, noCarried]
  for (const [index, call] of calls.entries()) {
    const before = calls[index - 1]
    const spent = spendingOf(call, before)
    callUsd.push(sumOf(spent))
    spending = addUp(spending, spent)
    carried = addUp(carried, carriedOf(call, before, oversize(before?.at ?? 0, call.at)))
  }
  return { session, calls, callUsd, usd: sumOf(spending), spending, carried, policies: totals }
}

function sumOf(spending: Spending): number {
  return Object.values(spending).reduce((sum, part) => sum + part, 0)
}

async function replayPolicy(
  session: SavedSession,
  calls: readonly CountedCall[],
  policy: ReplayPolicy,
  { counter, breathe }: ReplayDeps,
): Promise<PolicyTotals> {
  const format = wireFormat(session.format)
  const sieve = policy.open(session)
  const { judge } = sessionGround(session.items, format)
  const textOf = rememberedTexts()
  let before: readonly string[] = []
  let cache: CacheState | undefined
  let [usd, rewrittenCalls, refusedCalls, ground] = [0, 0, 0, noGround]
  for (const [index, call] of calls.entries()) {
    const asked = session.calls[index]
    if (!asked) continue
    const sent = await sieve(asked)
    const texts = sent.map(textOf)
    await counter.learn(texts)
    const same = call.isOtherModel ? 0 : commonPrefix(before, texts)
    const sum = (list: readonly string[]): number =>
      list.reduce((total, text) => total + counter.of(text), 0) * call.scale
    const bill = billWith(
      call,
      { tokens: sum(texts), stableTokens: sum(texts.slice(0, same)) },
      cache,
    )
    usd += bill.usd
    cache = bill.cache
    ground = addGround(ground, judge(call.at, sent))
    if (!call.isOtherModel && same < before.length) {
      rewrittenCalls++
      const isBound = call.rule.isThinkingBound && policy.isServerSide !== true
      if (isBound && isSealed(format.read(sent))) refusedCalls++
    }
    before = texts
    if (index % callsPerBreath === 0) await breathe()
  }
  return { policy, usd, rewrittenCalls, refusedCalls, ground }
}

const callsPerBreath = 16

/** The words of each item, read once for as long as it is the same item. */
function rememberedTexts(): (item: unknown) => string {
  const known = new WeakMap<object, string>()
  return (item) => {
    if (!isFields(item)) return messageText(item)
    const text = known.get(item) ?? messageText(item)
    known.set(item, text)
    return text
  }
}

function commonPrefix(before: readonly string[], now: readonly string[]): number {
  const differs = before.findIndex((text, at) => text !== now[at])
  return differs === -1 ? before.length : differs
}

/** Tokens of long results among the items of a call: those that are new since `before`, and the others. */
function oversizeIn({ items, format }: SavedSession, counter: TextCounter) {
  const long = new Map<number, number>()
  for (const entry of wireFormat(format).read(items)) {
    if (entry.kind !== 'result') continue
    const at = Number(entry.contentPath[0])
    const tokens = counter.of(messageText(items[at]))
    if (tokens > oversizeTokens) long.set(at, tokens)
  }
  return (before: number, end: number) => {
    let [newTokens, oldTokens] = [0, 0]
    for (const [at, tokens] of long) {
      if (at >= end) continue
      if (at >= before) newTokens += tokens
      else oldTokens += tokens
    }
    return { newTokens, oldTokens }
  }
}
