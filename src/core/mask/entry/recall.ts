import type { SentResult } from '../../../ports/store/sent-results.ts'
import type { Conversation } from '../../wire/conversation.ts'
import type { ResultFacts } from '../result-facts.ts'
import { type Observation, observations } from '../turns.ts'
import { resultText } from './result-text.ts'
import type { SentMemory } from './sent-memory.ts'

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
}

/** What is sent in place of a longer text. */
export interface SentShort {
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

/** What was sent before for each result, by the record alone: no setting, price or version has a say. */
export async function recall(
  memory: Pick<SentMemory, 'find'>,
  conversation: Conversation,
  facts: ResultFacts,
): Promise<Recalled> {
  const lastOfModel = conversation.findLastIndex(isOfModel)
  const found = observations(conversation).flatMap((observation) => {
    const text = resultText(observation.result)
    if (text === undefined || text.length < shortestResult) return []
    return [{ observation, text, key: facts.keyOf(observation) }]
  })
  const { records, isComplete } = await memory.find(
    found.map(({ key, observation: { at } }) => ({ key, isSettled: at < lastOfModel })),
  )
  const inSight = new Set(found.map(({ key }) => key))
  const results = found.map(({ observation, text, key }): Entered => {
    const record = records.get(key)
    const isOpen = record === undefined && observation.at > lastOfModel
    const isRecorded = record !== undefined
    return { observation, text, key, isOpen, isRecorded, ...sentBy(record, inSight) }
  })
  return { results, isComplete }
}

/** A text that refers to a result the client has dropped since says nothing any more: the whole is sent. */
export function sentBy(
  record: SentResult | undefined,
  inSight: ReadonlySet<string>,
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
