import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import type { CallEntry, Conversation, Entry } from '../../wire/conversation.ts'
import { resultText } from '../entry/result-text.ts'
import { replacedTexts } from './replaced-texts.ts'
import { isVisibleInOrder, toVisible, type Visible } from './visible-in-order.ts'
import { argumentText } from './visible-text.ts'

/** Edits the model made in its newest reply. */
export interface EditsMade {
  /** Those whose text the original conversation shows. */
  readonly made: number
  /** Those whose text could be seen as it was sent, too. */
  readonly grounded: number
}

/** What stood for an entry when the model made its newest reply; `undefined`: the entry itself. */
export type StandInOf = (entry: Entry) => string | undefined

const noEdits: EditsMade = { made: 0, grounded: 0 }
const countedFacet = facet<string>('edits-counted-up-to')
const facetBytes = 100

/** Each reply is counted once: a client sends its history with every request, and some requests twice. */
export function countLastEdits(
  memory: Remembered,
  conversation: Conversation,
  standInOf: StandInOf,
): EditsMade {
  const at = conversation.findLastIndex(isCall)
  const last = conversation[at]
  if (last?.kind !== 'call' || memory.get(countedFacet) === last.callId) return noEdits
  memory.set(countedFacet, last.callId, facetBytes)
  const calls = conversation.filter((one) => isCall(one) && one.group === last.group)
  const wanted = calls.flatMap((call) => replacedTexts((call as CallEntry).input))
  if (wanted.length === 0) return noEdits
  const before = conversation.slice(0, conversation.indexOf(calls[0] as Entry))
  const raw = before.map((entry) => () => rawVisible(entry))
  const sent = before.map((entry) => () => {
    const standIn = standInOf(entry)
    return standIn === undefined ? rawVisible(entry) : toVisible(standIn)
  })
  const grounded = wanted.filter((text) => isSeen(text, sent))
  const others = wanted.filter((text) => !grounded.includes(text) && isSeen(text, raw))
  return { made: grounded.length + others.length, grounded: grounded.length }
}

/** Mostly what is edited was read a moment ago: the newest entries are looked at first. */
function isSeen(text: string, entries: readonly (() => Visible)[]): boolean {
  const sought = text.replaceAll('\r\n', '\n')
  const found = entries.findLast((read) => {
    const { text: whole, plain } = read()
    return whole.includes(sought) || plain.includes(sought)
  })
  if (found) return true
  return isVisibleInOrder(
    text,
    entries.map((read) => read()),
  )
}

const known = new WeakMap<Entry, Visible>()

/** Entries are the same objects from request to request. */
function rawVisible(entry: Entry): Visible {
  const before = known.get(entry)
  if (before) return before
  const visible = toVisible(textOf(entry).replaceAll('\r\n', '\n'))
  known.set(entry, visible)
  return visible
}

function textOf(entry: Entry): string {
  if (entry.kind === 'text') return entry.text
  return entry.kind === 'call' ? argumentText(entry.input) : (resultText(entry) ?? '')
}

function isCall(entry: Entry): entry is CallEntry {
  return entry.kind === 'call'
}
