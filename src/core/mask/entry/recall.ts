import type { SentResult } from '../../../ports/store/sent-results.ts'
import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import { type Conversation, isSealed } from '../../wire/conversation.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import { type Observation, observations } from '../facts/turns.ts'
import { commonItems } from '../request/read-conversation.ts'
import { printedText } from './output/printed-text.ts'
import { resultText } from './result-text.ts'
import type { RecordPlace, SentMemory } from './sent-memory.ts'

/** A result of text, and what is sent for it. */
export interface Entered {
  readonly observation: Observation
  readonly key: string
  /** The whole of it. */
  readonly text: string
  /** Absent: the whole is sent. */
  readonly sent?: SentShort
  /** Nobody has seen it before this request, and nothing is decided about it. */
  readonly isOpen: boolean
  /** What was sent for it stands on record. */
  readonly isRecorded: boolean
  /** It held markers of somebody else, found in this request. */
  readonly isDefused?: boolean
}

/** What is sent in place of a longer text. */
interface SentShort {
  readonly text: string
  /** Keys of the earlier results it refers to. */
  readonly refersTo: readonly string[]
  /** What brings the whole back. */
  readonly omissionId: string
}

/** What was sent for the results of a conversation. */
export interface Recalled {
  readonly results: readonly Entered[]
  /** False while the store is away: then nothing new is left out. */
  readonly isComplete: boolean
}

/** Shorter results are never shortened, and need no record. */
const shortestResult = 200

/** What was found for the beginning of a conversation, and will be found for it again. */
interface LastRecalled {
  /** Who found it: another starts anew. */
  readonly owner: object
  readonly observations: readonly Observation[]
  readonly results: readonly Entered[]
}

/** Where a conversation is remembered. */
export interface RecallPlaces {
  /** Absent where the next request will not have the same objects. */
  readonly remembered?: Remembered | undefined
  readonly records?: RecordPlace | undefined
}

/** What was found for a conversation last. */
export const recalledFacet = facet<LastRecalled>('recalled')
const bytesPerResult = 200

/**
 * What was sent before for each result, by the record alone: no setting, price or version has a say.
 * A record stands, and what the model has answered without one gets none: for results that are the very
 * same objects as in the request before, nothing is asked again.
 */
export async function recall(
  { memory, owner }: { readonly memory: Pick<SentMemory, 'find'>; readonly owner: object },
  conversation: Conversation,
  facts: ResultFacts,
  { remembered, records: place }: RecallPlaces,
): Promise<Recalled> {
  const lastOfModel = conversation.findLastIndex(isOfModel)
  const all = observations(conversation)
  const before = remembered?.get(recalledFacet)
  const last = before?.owner === owner ? before : undefined
  const same = last ? commonItems(last.observations, all) : 0
  const known = last && same > 0 ? resultsUpTo(last.results, all[same - 1]) : []
  const found = all.slice(same).flatMap((observation) => {
    const whole = resultText(observation.result)
    if (whole === undefined || whole.length < shortestResult) return []
    const { text } = printedText(whole)
    return [{ observation, text, key: facts.keyOf(observation) }]
  })
  const isBound = isSealed(conversation)
  const { records, whole, isComplete } = await memory.find(
    found.map(({ key, observation: { at, turn } }) => {
      const isSettled = at < lastOfModel
      return { key, isSettled, ...(isSettled && isBound ? { sentAtTurn: turn } : {}) }
    }),
    place,
  )
  const inSight = keysOf([...known, ...found])
  const fresh = found.map(({ observation, text, key }): Entered => {
    const record = records.get(key)
    const isOpen = record === undefined && !whole.has(key) && observation.at > lastOfModel
    const isRecorded = record !== undefined
    return { observation, text, key, isOpen, isRecorded, ...sentBy(record, inSight) }
  })
  const results = [...known, ...fresh]
  if (isComplete && remembered) rememberSettled(remembered, owner, all, results, lastOfModel)
  return { results, isComplete }
}

function resultsUpTo(results: readonly Entered[], last: Observation | undefined) {
  const end = results.findLastIndex(({ observation }) => observation.at <= (last?.at ?? -1))
  return results.slice(0, end + 1)
}

/** Asked for by texts that refer to earlier ones, which are few. */
function keysOf(results: readonly Pick<Entered, 'key'>[]): HasKey {
  let keys: Set<string> | undefined
  return {
    has(key) {
      keys ??= new Set(results.map((one) => one.key))
      return keys.has(key)
    },
  }
}

/** Up to the first result about which something may still be decided. */
function rememberSettled(
  remembered: Remembered,
  owner: object,
  all: readonly Observation[],
  results: readonly Entered[],
  lastOfModel: number,
): void {
  const open = results.findIndex(
    ({ isRecorded, observation: { at } }) => !isRecorded && at > lastOfModel,
  )
  const settled = open === -1 ? results : results.slice(0, open)
  const end = open === -1 ? all.length : all.indexOf((results[open] as Entered).observation)
  remembered.set(
    recalledFacet,
    { owner, observations: all.slice(0, end), results: settled },
    settled.length * bytesPerResult,
  )
}

/** Whether a result stands in the conversation. */
type HasKey = Pick<ReadonlySet<string>, 'has'>

/** A text that refers to a result the client has dropped since says nothing any more: the whole is sent. */
export function sentBy(
  record: SentResult | undefined,
  inSight: HasKey,
): { readonly sent?: SentShort } {
  if (!record || record.text === null || record.omissionId === null) return {}
  if (!record.refersTo.every((key) => inSight.has(key))) return {}
  const { text, refersTo, omissionId } = record
  return { sent: { text, refersTo, omissionId } }
}

/** The model's own words and calls. */
export function isOfModel(entry: Conversation[number]): boolean {
  return entry.kind === 'call' || (entry.kind === 'text' && entry.role === 'assistant')
}
