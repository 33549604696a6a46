import { isFields } from '../../wire/content.ts'
import type { CallEntry } from '../../wire/conversation.ts'
import type { WireFormat } from '../../wire/wire.ts'
import { namesIn } from './names-in.ts'
import { replacedTexts } from './replaced-texts.ts'
import { isVisibleInOrder } from './visible-in-order.ts'
import { argumentText, messageReader, type ReadMessage } from './visible-text.ts'

/** How much of what an agent used it could see. */
export interface Ground {
  /** Texts that edits replaced and that the original conversation shows. */
  readonly edits: number
  readonly groundedEdits: number
  /** Paths, symbols and numbers in calls that the agent had from results alone, each at its first use. */
  readonly names: number
  readonly visibleNames: number
}

/** The same for one reply of the model. */
interface ReplyGround extends Ground {
  /** What it replaced without seeing it. */
  readonly ungrounded: readonly UngroundedEdit[]
}

interface UngroundedEdit {
  readonly callId: string
  /** The place of the message that an agent would have to have again: the newest one with that text, or lines of it. */
  readonly message: number
}

/** Judges the replies of one conversation, in order. */
interface SessionGround {
  /** The reply at place `at` of the list, by a model that was sent `sent` for all that comes before it. */
  judge(at: number, sent: readonly unknown[]): ReplyGround
}

/**
 * Whether an agent still sees what it works with. An edit is grounded when every line of the text it
 * replaces is visible, in order, in the context as sent. What the original conversation does not
 * show either is not counted, since no sieve took it away.
 */
export function sessionGround(list: readonly unknown[], format: WireFormat): SessionGround {
  const read = messageReader()
  const { results, callsAt } = placesOf(list, format)
  const saidByOthers = new Set<string>()
  const saidByResults = new Set<string>()
  let learned = 0

  function learn(end: number): void {
    for (; learned < end; learned++) {
      const said = results.has(learned) ? saidByResults : saidByOthers
      for (const name of read(list[learned]).names) said.add(name)
    }
  }

  /** `undefined` for what cannot be seen in the original conversation. */
  function judgeEdit(text: string, at: number, inSight: readonly ReadMessage[]) {
    if (isVisibleInOrder(text, inSight)) return { isGrounded: true, message: -1 }
    const came = list.slice(0, at).map(read)
    if (!isVisibleInOrder(text, came)) return undefined
    return { isGrounded: false, message: newestWith(text, came) }
  }

  function judgeEdits(calls: readonly CallEntry[], at: number, inSight: readonly ReadMessage[]) {
    const judged = calls.flatMap(({ callId, input }) =>
      replacedTexts(input).flatMap((text) => {
        const one = judgeEdit(text, at, inSight)
        return one ? [{ ...one, callId }] : []
      }),
    )
    const ungrounded = judged
      .filter(({ isGrounded }) => !isGrounded)
      .map(({ callId, message }): UngroundedEdit => ({ callId, message }))
    const groundedEdits = judged.length - ungrounded.length
    return { edits: judged.length, groundedEdits, ungrounded }
  }

  function judgeNames(calls: readonly CallEntry[], inSight: readonly ReadMessage[]) {
    const used = new Set<string>()
    for (const { input } of calls)
      for (const name of namesIn(argumentText(input)))
        if (saidByResults.has(name) && !saidByOthers.has(name)) used.add(name)
    const visible = [...used].filter((name) => inSight.some(({ names }) => names.has(name)))
    return { names: used.size, visibleNames: visible.length }
  }

  return {
    judge(at, sent) {
      learn(at)
      const calls = replyAt(list, at, format).flatMap((place) => callsAt.get(place) ?? [])
      const inSight = sent.map(read)
      return { ...judgeEdits(calls, at, inSight), ...judgeNames(calls, inSight) }
    },
  }
}

export const noGround: Ground = { edits: 0, groundedEdits: 0, names: 0, visibleNames: 0 }

export function addGround(a: Ground, b: Ground): Ground {
  return {
    edits: a.edits + b.edits,
    groundedEdits: a.groundedEdits + b.groundedEdits,
    names: a.names + b.names,
    visibleNames: a.visibleNames + b.visibleNames,
  }
}

function placesOf(list: readonly unknown[], format: WireFormat) {
  const results = new Set<number>()
  const callsAt = new Map<number, CallEntry[]>()
  for (const entry of format.read(list)) {
    if (entry.kind === 'result') results.add(Number(entry.contentPath[0]))
    if (entry.kind !== 'call') continue
    const at = Number(entry.inputPath[0])
    const calls = callsAt.get(at)
    if (calls) calls.push(entry)
    else callsAt.set(at, [entry])
  }
  return { results, callsAt }
}

/** The places of one reply: in some formats it is several items in a row. */
function replyAt(list: readonly unknown[], at: number, format: WireFormat): readonly number[] {
  const places = [at]
  const isModels = (item: unknown): boolean => isFields(item) && format.isModelTurn(item)
  if (format.isReplyOfItems) for (let next = at + 1; isModels(list[next]); next++) places.push(next)
  return places
}

/** All of the text, else its longest line. */
function newestWith(text: string, came: readonly ReadMessage[]): number {
  const whole = came.findLastIndex(({ plain }) => plain.includes(text))
  if (whole !== -1) return whole
  const [longest = ''] = text.split('\n').toSorted((a, b) => b.length - a.length)
  return came.findLastIndex(({ plain }) => plain.includes(longest))
}
