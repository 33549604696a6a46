import { addGround, noGround } from '../../src/core/mask/ground/ground.ts'
import { applyEdits } from '../../src/core/mask/request/apply-edits.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import { openSieve } from './open-sieve.ts'
import { peers, policies } from './policies.ts'
import { type Prices, runSession, type Sender, type SessionRun } from './run-session.ts'
import type { Session } from './sessions.ts'

/** A model for each price of a cached token; the last is asked for nothing that was sent before. */
const models = [
  { name: 'claude-sonnet-4-5', prices: { read: 0.1, write: 1.25, output: 5 } },
  { name: 'claude-opus-5-5', prices: { read: 0.05, write: 1.25, output: 5 } },
  { name: 'claude-fable-5-1', prices: { read: 0.025, write: 1.25, output: 5 } },
] as const

/** Peers, and the window that is the contract's. */
const others = ['no masking', 'window 10 on every turn', 'window 10 in batches of 10', ...peers]

/** Ours, by the setting of that name. */
const settings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  careful: { TAMIS_MASK_MODE: 'careful' },
  balanced: { TAMIS_MASK_MODE: 'balanced' },
  thrifty: { TAMIS_MASK_MODE: 'thrifty' },
}

/** What every policy costs at each price, beside how much of what the agent used it could see. */
export async function printFrontier(
  sessions: readonly Session[],
  countTokens: (text: string) => number,
): Promise<void> {
  console.log('bill against grounded, ours through the sieve of the proxy; doing nothing is 1')
  console.log(
    `${'policy'.padEnd(34)}  read    bill  charged  worst  > 1.005  grounded edits       names in sight`,
  )
  for (const { name, prices } of models) {
    for (const mode of Object.keys(settings)) {
      if (prices.read < 0.05 && mode !== 'careful') continue
      const { send, close } = await openSieve(settings[mode] ?? {})
      await printRow(`ours, ${mode}`, sessions, () => send, name, prices, countTokens)
      await close()
    }
    if (prices.read < 0.05) continue
    for (const peer of others)
      await printRow(peer, sessions, () => peerSender(peer), name, prices, countTokens)
  }
  console.log('')
}

/** The settings again, on every other session: the constants were chosen on all of them. */
export async function printHalves(
  sessions: readonly Session[],
  countTokens: (text: string) => number,
): Promise<void> {
  console.log('ours by halves of the set, every other session')
  for (const { name, prices } of models.filter((model) => model.prices.read >= 0.05))
    for (const mode of ['careful', 'balanced'])
      for (const half of [0, 1]) {
        const part = sessions.filter((_, at) => at % 2 === half)
        const { send, close } = await openSieve(settings[mode] ?? {})
        const label = `ours, ${mode}, half ${half + 1}`
        await printRow(label, part, () => send, name, prices, countTokens)
        await close()
      }
  console.log('')
}

function peerSender(name: string): Sender {
  const policy = policies[name]?.()
  return async (messages) => (policy ? applyEdits(messages, policy(openaiChat.read(messages))) : [])
}

async function printRow(
  name: string,
  sessions: readonly Session[],
  newSender: () => Sender,
  model: string,
  prices: Prices,
  countTokens: (text: string) => number,
): Promise<void> {
  const runs: SessionRun[] = []
  for (const session of sessions)
    runs.push(await runSession(session, newSender(), model, prices, countTokens))
  const sum = (field: 'raw' | 'sent' | 'charged'): number =>
    runs.reduce((total, run) => total + run[field], 0)
  const ratios = runs.map(({ raw, sent }) => sent / raw)
  const ground = runs.map((run) => run.ground).reduce(addGround, noGround)
  console.log(
    [
      name.padEnd(34),
      prices.read.toFixed(3).padStart(4),
      (sum('sent') / sum('raw')).toFixed(3).padStart(6),
      ((sum('sent') + sum('charged')) / sum('raw')).toFixed(3).padStart(7),
      Math.max(...ratios)
        .toFixed(3)
        .padStart(5),
      String(ratios.filter((ratio) => ratio > 1.005).length).padStart(7),
      share(ground.groundedEdits, ground.edits).padStart(18),
      share(ground.visibleNames, ground.names).padStart(18),
    ].join('  '),
  )
}

function share(part: number, whole: number): string {
  return whole === 0 ? '– of 0' : `${(part / whole).toFixed(3)} of ${whole}`
}
