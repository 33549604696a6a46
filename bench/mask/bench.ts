import { digest } from '../../src/adapters/node/digest.ts'
import { resultFacts } from '../../src/core/mask/facts/result-facts.ts'
import { resolvePolicy } from '../../src/core/mask/policy.ts'
import { usualCachePrices } from '../../src/core/mask/window/cache-cost.ts'
import { maskConversation } from '../../src/core/mask/window/mask.ts'
import { callStarts, type ReplayTotals, replay } from '../../src/core/replay/replay.ts'
import { ratioRule } from '../../src/core/traffic/model-rule.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import { printBounds } from './bounds.ts'
import { printFrontier, printHalves } from './frontier.ts'
import { hindsightCost } from './hindsight.ts'
import { freeAsPeers, peers, policies } from './policies.ts'
import { loadSessions, type Session } from './sessions.ts'
import { printSpeed } from './speed.ts'
import { tokenCounter } from './token-counter.ts'

interface Row {
  readonly name: string
  readonly tokens: number
  readonly cost: number
  readonly worst: number
  readonly charCost: number
  readonly rewritten: number
  readonly calls: number
}

/** `npm run bench -- mask`: what each policy costs under a prompt cache, and whether our bytes stay. */
export async function bench(): Promise<void> {
  printSpeed()
  const countTokens = await tokenCounter()
  for (const name of ['pi-large', 'tau-airline', 'swe-agent', 'mini-swe']) {
    const sessions = loadSessions(name)
    if (sessions === undefined) {
      console.log('data not found, see bench/README.md')
      return
    }
    benchSet(name, sessions, countTokens)
    printBounds(sessions, countTokens)
    await printFrontier(sessions, countTokens)
    if (name === 'mini-swe') await printHalves(sessions, countTokens)
  }
}

function benchSet(
  name: string,
  sessions: readonly Session[],
  countTokens: (text: string) => number,
): void {
  const options = { rule: ratioRule(usualCachePrices), countTokens }
  const run = (policy: (typeof policies)[string]): readonly ReplayTotals[] =>
    sessions.map(({ messages }) => replay(messages, openaiChat, policy(), options))
  const none = policies['no masking']
  if (!none) return
  const raw = run(none)
  const rows = Object.entries(policies).map(([policyName, policy]): Row => {
    const totals = run(policy)
    return {
      name: policyName,
      tokens: ratio(totals, raw, 'tokens'),
      cost: ratio(totals, raw, 'cachedCost'),
      worst: Math.max(...totals.map((one, at) => one.cachedCost / (raw[at]?.cachedCost || 1))),
      charCost: ratio(totals, raw, 'cachedCostChars'),
      rewritten: sumOf(totals, 'rewrittenCalls'),
      calls: sumOf(totals, 'calls'),
    }
  })
  printTable(name, sessions.length, rows)
  const hindsight = sessions.reduce((sum, one) => sum + hindsightCost(one, countTokens), 0)
  console.log(
    `best batches in hindsight, with the window, words and errors of our default: cost ${(hindsight / sumOf(raw, 'cachedCost')).toFixed(3)}`,
  )
  printEqualTokens(rows, (payback) => {
    const totals = run(freeAsPeers(payback))
    return {
      tokens: ratio(totals, raw, 'tokens'),
      rewritten: sumOf(totals, 'rewrittenCalls'),
    }
  })
  printStability(sessions)
}

/** From the rarest commits to the most frequent. */
const paybacks = [64, 24, 12, 4, 2, 1, 0.5, 0.25, 0.1]

/** For each peer: how often we rewrite, with its words, once we send no more tokens than it does. */
function printEqualTokens(
  rows: readonly Row[],
  ours: (payback: number) => Pick<Row, 'tokens' | 'rewritten'>,
): void {
  console.log('\nrewritten calls at equal tokens or fewer, with the words of the peers')
  console.log(`${'peer'.padEnd(34)}  tokens  rewritten    ours: tokens  rewritten  payback`)
  const known = new Map<number, Pick<Row, 'tokens' | 'rewritten'>>()
  for (const { name, tokens, rewritten } of rows.filter((row) => peers.includes(row.name))) {
    for (const payback of paybacks) {
      const found = known.get(payback) ?? ours(payback)
      known.set(payback, found)
      if (found.tokens > tokens) continue
      console.log(
        [
          name.padEnd(34),
          tokens.toFixed(3).padStart(6),
          String(rewritten).padStart(9),
          found.tokens.toFixed(3).padStart(14),
          String(found.rewritten).padStart(9),
          String(payback).padStart(7),
        ].join('  '),
      )
      break
    }
  }
  console.log('')
}

/** Every prefix of every conversation: did anything change that was not a commit? */
function printStability(sessions: readonly Session[]): void {
  const policy = resolvePolicy({})
  const facts = resultFacts(digest)
  let commits = 0
  let rewrites = 0
  let requests = 0
  for (const { messages } of sessions) {
    let sent = ''
    let before = 0
    for (const at of callStarts(messages, openaiChat)) {
      const part = messages.slice(0, at)
      const masking = maskConversation(openaiChat.read(part), policy, facts)
      const edits = new Map(masking.edits.map(({ path, value }) => [path[0], value]))
      const now = part.map((message, index) => JSON.stringify([message, edits.get(index)])).join('')
      if (!now.startsWith(sent)) rewrites++
      commits += masking.commits - before
      before = masking.commits
      sent = now
      requests++
    }
  }
  console.log(
    `stability of our default: ${requests} requests, ${rewrites} rewritten, ${commits} commits, ${rewrites - commits} rewritten outside a commit\n`,
  )
}

function printTable(name: string, sessions: number, rows: readonly Row[]): void {
  console.log(`\n${name}: ${sessions} sessions, ${rows[0]?.calls} calls; relative to no masking`)
  console.log(`${'policy'.padEnd(34)}  tokens    cost   worst  cost in chars  rewritten calls`)
  for (const { name: policy, tokens, cost, worst, charCost, rewritten } of rows)
    console.log(
      [
        policy.padEnd(34),
        tokens.toFixed(3).padStart(6),
        cost.toFixed(3).padStart(6),
        worst.toFixed(3).padStart(6),
        charCost.toFixed(3).padStart(13),
        String(rewritten).padStart(15),
      ].join('  '),
    )
}

function ratio(
  totals: readonly ReplayTotals[],
  raw: readonly ReplayTotals[],
  field: 'tokens' | 'cachedCost' | 'cachedCostChars',
): number {
  return sumOf(totals, field) / sumOf(raw, field)
}

function sumOf(totals: readonly ReplayTotals[], field: keyof ReplayTotals): number {
  return totals.reduce((sum, one) => sum + one[field], 0)
}
