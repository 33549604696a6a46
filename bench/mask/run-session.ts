import {
  addGround,
  type Ground,
  noGround,
  sessionGround,
} from '../../src/core/mask/ground/ground.ts'
import { callStarts } from '../../src/core/replay/replay.ts'
import { messageText } from '../../src/core/wire/message-text.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import type { Session } from './sessions.ts'

/** Gives what is sent for a request; a new one for each session. */
export type Sender = (messages: Session['messages'], model: string) => Promise<readonly unknown[]>

/** What a provider asks for a token, relative to a fresh one. */
export interface Prices {
  readonly read: number
  readonly write: number
  readonly output: number
}

/** What a session cost, in tokens of fresh input, and how much of what the agent used it could see. */
export interface SessionRun {
  readonly raw: number
  readonly sent: number
  /** What reading again would have cost for each edit of a text that had left. */
  readonly charged: number
  readonly ground: Ground
}

/** About what a call to read a file takes. */
const callTokens = 80
/** What was read again stays in the context for so many calls. */
const staysFor = 10

/** Sends a saved session request by request, and adds up. */
export async function runSession(
  { messages }: Session,
  send: Sender,
  model: string,
  prices: Prices,
  countTokens: (text: string) => number,
): Promise<SessionRun> {
  const raw = account(prices, countTokens)
  const sent = account(prices, countTokens)
  const judge = sessionGround(messages, openaiChat)
  let ground = noGround
  let charged = 0
  const readAgain: { readonly tokens: number; readonly until: number }[] = []
  for (const [number, at] of callStarts(messages, openaiChat).entries()) {
    const part = messages.slice(0, at)
    const now = await send(part, model)
    raw.add(part)
    const contextTokens = sent.add(now)
    for (const { tokens, until } of readAgain) if (number <= until) charged += tokens * prices.read
    const reply = judge.judge(at, now)
    ground = addGround(ground, reply)
    for (const message of new Set(reply.ungrounded.map((edit) => edit.message))) {
      const tokens = countTokens(messageText(messages[message])) + callTokens
      charged += contextTokens * prices.read + tokens * prices.write + callTokens * prices.output
      readAgain.push({ tokens, until: number + staysFor })
    }
  }
  return { raw: raw.cost(), sent: sent.cost(), charged, ground }
}

/** Adds up what requests cost of which each begins as the one before, up to the first difference. */
function account({ read, write }: Prices, countTokens: (text: string) => number) {
  let before: readonly string[] = []
  let cost = 0
  return {
    /** Gives the tokens of the request. */
    add(messages: readonly unknown[]): number {
      const texts = messages.map(messageText)
      const differs = texts.findIndex((text, at) => text !== before[at])
      const same = differs === -1 ? texts.length : differs
      let total = 0
      for (const [at, text] of texts.entries()) {
        const tokens = countTokens(text)
        total += tokens
        cost += tokens * (at < same ? read : write)
      }
      before = texts
      return total
    },
    cost: () => cost,
  }
}
