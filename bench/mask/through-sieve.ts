import { digest } from '../../src/adapters/node/digest.ts'
import type { MaskPolicyInput } from '../../src/core/mask/policy.ts'
import { resolvePolicy } from '../../src/core/mask/policy.ts'
import { callStarts } from '../../src/core/mask/replay.ts'
import { createSieve, type Sieve } from '../../src/core/mask/sieve-request.ts'
import { storedIds } from '../../src/core/mask/stored-ids.ts'
import { messageText } from '../../src/core/wire/message-text.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import { conversationStage } from '../../test/support/conversation-stage.ts'
import { inMemoryEntry } from '../../test/support/in-memory-entry.ts'
import type { Session } from './sessions.ts'

/** The settings by name, as `mask.mode` has them. */
const modes: Readonly<Record<string, MaskPolicyInput>> = {
  careful: {},
  balanced: { clear_inputs: true, clear_inputs_min_chars: 4000 },
  thrifty: { clear_inputs: true, clear_inputs_min_chars: 500, window_turns: 5 },
}

const write = 1.25

/** What each setting costs through the proxy's own sieve, with lines seen before left out on entry and nothing pruned. */
export async function printThroughSieve(
  sessions: readonly Session[],
  countTokens: (text: string) => number,
): Promise<void> {
  console.log('through the sieve of the proxy, echo alone on entry; bill of doing nothing is 1')
  console.log(`${'setting'.padEnd(12)}  read    bill  worst  dearer than 1.005  commits`)
  for (const mode of Object.keys(modes))
    for (const read of [0.1, 0.05]) await printRow(mode, read, sessions, countTokens)
  console.log('')
}

async function printRow(
  mode: string,
  read: number,
  sessions: readonly Session[],
  countTokens: (text: string) => number,
): Promise<void> {
  const rows: Awaited<ReturnType<typeof billsOf>>[] = []
  for (const { messages } of sessions)
    rows.push(await billsOf(messages, newSieve(mode, read), read, countTokens))
  const sum = (field: 'raw' | 'sent' | 'commits'): number =>
    rows.reduce((total, row) => total + row[field], 0)
  const ratios = rows.map(({ raw, sent }) => sent / raw)
  console.log(
    [
      mode.padEnd(12),
      read.toFixed(2).padStart(4),
      (sum('sent') / sum('raw')).toFixed(3).padStart(6),
      Math.max(...ratios)
        .toFixed(3)
        .padStart(5),
      `${ratios.filter((ratio) => ratio > 1.005).length} of ${rows.length}`.padStart(17),
      String(sum('commits')).padStart(7),
    ].join('  '),
  )
}

function newSieve(mode: string, read: number): Sieve {
  const policy = resolvePolicy(modes[mode])
  return createSieve({
    ...conversationStage(),
    originals: { keep: async () => undefined },
    digest,
    now: () => 0,
    policy: () => policy,
    ttlMs: 60_000,
    stored: storedIds(60_000, () => 0),
    ...inMemoryEntry(true),
    isRewriting: mode !== 'careful',
    cacheOf: () => ({ read, write, lifeMs: 300_000 }),
  })
}

async function billsOf(
  messages: Session['messages'],
  sieve: Sieve,
  read: number,
  countTokens: (text: string) => number,
) {
  const raw = account(read, countTokens)
  const sent = account(read, countTokens)
  let commits = 0
  for (const at of callStarts(messages, openaiChat)) {
    const part = messages.slice(0, at)
    const sieved = await sieve(openaiChat, JSON.stringify({ model: 'm', messages: part }))
    raw.add(part)
    sent.add(JSON.parse(sieved.body).messages)
    commits = sieved.commits
  }
  return { raw: raw.cost(), sent: sent.cost(), commits }
}

/** Adds up what requests cost of which each begins as the one before, up to the first difference. */
function account(read: number, countTokens: (text: string) => number) {
  let before: readonly string[] = []
  let cost = 0
  return {
    add(messages: readonly unknown[]): void {
      const texts = messages.map(messageText)
      const differs = texts.findIndex((text, at) => text !== before[at])
      const same = differs === -1 ? texts.length : differs
      for (const [at, text] of texts.entries())
        cost += countTokens(text) * (at < same ? read : write)
      before = texts
    },
    cost: () => cost,
  }
}
