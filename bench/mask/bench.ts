import { digest } from '../../src/adapters/node/digest.ts'
import { usualCachePrices } from '../../src/core/mask/cache-cost.ts'
import { openaiChat } from '../../src/core/mask/formats/openai-chat.ts'
import { maskConversation } from '../../src/core/mask/mask.ts'
import { resolvePolicy } from '../../src/core/mask/policy.ts'
import { callStarts, type ReplayTotals, replay } from '../../src/core/mask/replay.ts'
import { resultFacts } from '../../src/core/mask/result-facts.ts'
import { policies } from './policies.ts'
import { loadSessions, type Session } from './sessions.ts'
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
  const countTokens = await tokenCounter()
  for (const name of ['pi-large', 'tau-airline', 'swe-agent']) {
    const sessions = loadSessions(name)
    if (sessions === undefined) {
      console.log('data not found, see bench/README.md')
      return
    }
    benchSet(name, sessions, countTokens)
  }
}

function benchSet(
  name: string,
  sessions: readonly Session[],
  countTokens: (text: string) => number,
): void {
  const options = { prices: usualCachePrices, countTokens }
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
  printStability(sessions)
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
