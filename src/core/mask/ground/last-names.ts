import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import type { CallEntry, Conversation, Entry } from '../../wire/conversation.ts'
import { resultText } from '../entry/result-text.ts'
import type { StandInOf } from './last-edits.ts'
import { namesIn } from './names-in.ts'
import { argumentText } from './visible-text.ts'

/** Paths, symbols and numbers in the calls of the newest reply. */
export interface NamesUsed {
  /** Those that the model had from results alone, each at its first use. */
  readonly used: number
  /** Those of them that could be seen as it was sent. */
  readonly inSight: number
}

/** Whose names they were in the entries that were read so far. */
interface Said {
  readonly byResults: Set<string>
  readonly byOthers: Set<string>
  /** Entries before this one. */
  readUpTo: number
  /** The newest call that was counted. */
  counted: string | undefined
}

export const noNames: NamesUsed = { used: 0, inSight: 0 }
const saidFacet = facet<Said>('names-said')
const bytesPerName = 80
/** More is read with later requests, so that none waits long. */
const mostCharsAtOnce = 200_000

/** Each reply is counted once, and each entry read once. */
export function countLastNames(
  memory: Remembered,
  conversation: Conversation,
  standInOf: StandInOf,
): NamesUsed {
  const last = conversation.findLast(isCall)
  const said = memory.get(saidFacet) ?? nothingSaid()
  if (!last || said.counted === last.callId) return noNames
  const calls = conversation.filter((one) => isCall(one) && one.group === last.group)
  const start = conversation.indexOf(calls[0] as Entry)
  const isRead = readOn(said, conversation, start)
  if (isRead) said.counted = last.callId
  memory.set(saidFacet, said, (said.byResults.size + said.byOthers.size) * bytesPerName)
  if (!isRead) return noNames
  const used = new Set<string>()
  for (const call of calls)
    for (const name of namesIn(textOf(call)))
      if (said.byResults.has(name) && !said.byOthers.has(name)) used.add(name)
  const before = conversation.slice(0, start)
  // Mostly what is used was read a moment ago: the newest entries are looked at first.
  const inSight = [...used].filter((name) =>
    before.findLast((entry) => holds(standInOf(entry) ?? textOf(entry), name)),
  )
  return { used: used.size, inSight: inSight.length }
}

function nothingSaid(): Said {
  return { byResults: new Set(), byOthers: new Set(), readUpTo: 0, counted: undefined }
}

/** False where some of it is left for the next time. */
function readOn(said: Said, conversation: Conversation, end: number): boolean {
  let chars = 0
  for (; said.readUpTo < end && chars < mostCharsAtOnce; said.readUpTo++) {
    const entry = conversation[said.readUpTo] as Entry
    const text = textOf(entry)
    const names = entry.kind === 'result' ? said.byResults : said.byOthers
    for (const name of namesIn(text)) names.add(name)
    chars += text.length
  }
  return said.readUpTo >= end
}

/** Whether a text has a name, and not as part of a longer one. */
function holds(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!isWord(text[at - 1]) && !isWord(text[at + name.length])) return true
  return false
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /\w/.test(char)
}

function textOf(entry: Entry): string {
  if (entry.kind === 'text') return entry.text
  return entry.kind === 'call' ? argumentText(entry.input) : (resultText(entry) ?? '')
}

function isCall(entry: Entry): entry is CallEntry {
  return entry.kind === 'call'
}
