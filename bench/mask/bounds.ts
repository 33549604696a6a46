import { echoIndex } from '../../src/core/mask/entry/echo/echo-index.ts'
import { hashLines } from '../../src/core/mask/entry/echo/hashed-lines.ts'
import { outputKind } from '../../src/core/mask/entry/output/output-kind.ts'
import { resultText } from '../../src/core/mask/entry/result-text.ts'
import { observations } from '../../src/core/mask/facts/turns.ts'
import { callStarts } from '../../src/core/replay/replay.ts'
import { isFields } from '../../src/core/wire/content.ts'
import { messageText } from '../../src/core/wire/message-text.ts'
import { openaiChat } from '../../src/core/wire/openai-chat.ts'
import type { Session } from './sessions.ts'

type Count = (text: string) => number

/** A message in tokens, and what the best choice that is allowed would leave of it. */
interface Sized {
  readonly cause: string
  readonly raw: number
  /** On entry: without lines that stand further up; a long run or page is its marker alone. */
  readonly entered: number
  /** The same as a placeholder, for results and what calls carried; as it is for all else. */
  readonly masked: number
  readonly turn: number
}

/** What a marker in the middle of a text, and one for a whole text, takes at least. */
const markerTokens = 25
const placeholderTokens = 45
const shortestPrunedTokens = 500
const write = 1.25
/** Turns after which a result may be masked, in the middle setting and in the thriftiest. */
const windows = [8, 5]

/** What the bill of doing nothing goes to, and what one who knows everything could make of it by the same rules. */
export function printBounds(sessions: readonly Session[], countTokens: Count): void {
  const sized = sessions.map((session) => ({
    sizes: sizesOf(session, countTokens),
    starts: callStarts(session.messages, openaiChat),
  }))
  for (const read of [0.1, 0.05]) {
    const billOf = (sizeAt: (one: Sized, turn: number) => number): number =>
      sized.reduce((sum, { sizes, starts }) => sum + bill(sizes, starts, read, sizeAt), 0)
    const raw = billOf(({ raw }) => raw)
    const causes = [...new Set(sized.flatMap(({ sizes }) => sizes.map(({ cause }) => cause)))]
    const shares = causes
      .map((cause) => ({
        cause,
        share: billOf((one) => (one.cause === cause ? one.raw : 0)) / raw,
      }))
      .toSorted((a, b) => b.share - a.share)
      .map(({ cause, share }) => `${cause} ${share.toFixed(3)}`)
    console.log(`the bill at read ${read}: ${shares.join(', ')}`)
    const entry = billOf(({ entered }) => entered) / raw
    const free = windows.map((window) => {
      const least = billOf((one, turn) => (turn - one.turn >= window ? one.masked : one.entered))
      return `window ${window} ${(least / raw).toFixed(3)}`
    })
    console.log(
      `no choice could do better: on entry alone ${entry.toFixed(3)}; if rewriting cost nothing, ${free.join(', ')}`,
    )
  }
  console.log('')
}

/** Every request reads what was sent before and writes what is new. */
function bill(
  sizes: readonly Sized[],
  starts: readonly number[],
  read: number,
  sizeAt: (one: Sized, turn: number) => number,
): number {
  let cost = 0
  let sent = 0
  for (const start of starts) {
    const turn = sizes[start - 1]?.turn ?? 0
    for (const [at, one] of sizes.slice(0, start).entries())
      cost += sizeAt(one, turn) * (at < sent ? read : write)
    sent = start
  }
  return cost
}

function sizesOf({ messages }: Session, countTokens: Count): readonly Sized[] {
  const results = new Map(
    observations(openaiChat.read(messages)).map((one) => [Number(one.result.contentPath[0]), one]),
  )
  const seen = echoIndex()
  let turn = 0
  return messages.map((message, at): Sized => {
    const raw = countTokens(messageText(message))
    const found = results.get(at)
    const text = found && resultText(found.result)
    if (!found || text === undefined) {
      const carried = carriedTexts(message)
      for (const one of [...textsIn(message.content), ...carried]) seen.add(hashLines(one))
      const long = carried.filter((one) => one.length >= 500)
      const freed = long.reduce((sum, one) => sum + countTokens(one), 0)
      const masked = freed > placeholderTokens ? raw - freed + placeholderTokens : raw
      return { cause: causeOf(message), raw, entered: raw, masked, turn: turn + 1 }
    }
    turn = found.turn
    const kind = outputKind(found.tool, found.call.input, text)
    const echoed = raw - echoedTokens(text, seen, countTokens)
    seen.add(hashLines(text))
    const isPruned = (kind === 'run' || kind === 'page') && raw >= shortestPrunedTokens
    const entered = isPruned ? Math.min(echoed, placeholderTokens) : echoed
    const masked = Math.min(entered, placeholderTokens)
    return { cause: `results (${kind})`, raw, entered, masked, turn }
  })
}

/** Of the runs of lines that stand in one earlier text, each less a marker. */
function echoedTokens(
  text: string,
  seen: ReturnType<typeof echoIndex>,
  countTokens: Count,
): number {
  const lines = text.split('\n')
  return seen
    .find(hashLines(text))
    .map(({ from, to }) => countTokens(lines.slice(from, to).join('\n')) - markerTokens)
    .reduce((sum, tokens) => sum + Math.max(0, tokens), 0)
}

function causeOf({ role, tool_calls }: Session['messages'][number]): string {
  if (role !== 'assistant') return String(role)
  return Array.isArray(tool_calls) ? 'calls' : 'the model’s words'
}

/** What the calls of a message carry, text by text. */
function carriedTexts({ tool_calls }: Session['messages'][number]): readonly string[] {
  const calls = Array.isArray(tool_calls) ? tool_calls : []
  return calls.map((call) => parsed(isFields(call) ? call.function : undefined)).flatMap(textsIn)
}

function parsed(called: unknown): unknown {
  if (!isFields(called) || typeof called.arguments !== 'string') return undefined
  try {
    return JSON.parse(called.arguments)
  } catch (error) {
    if (error instanceof SyntaxError) return called.arguments
    throw error
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
