import type { Digest } from '../../ports/digest.ts'
import type { SentResult } from '../../ports/store/sent-results.ts'
import type { Conversation } from '../wire/conversation.ts'
import type { Entered, Recalled, RecallPlaces } from './entry/recall.ts'
import type { SentMemory } from './entry/sent-memory.ts'
import type { ResultFacts } from './facts/result-facts.ts'
import { observations } from './facts/turns.ts'

/** Which parts of a history were sent short when the model was first asked to think about it. */
export interface Seal {
  /** What follows was decided later, and once for every branch. */
  readonly end: number
  readonly isShort: (key: string) => boolean
  /** Whether these keys, and no others, are those of short parts. */
  readonly isExactly: (keys: readonly string[]) => boolean
}

/** A history whose answer was, or may be, signed. */
interface SealedHistory {
  /** `undefined` when it was never sent, or by a version without seals. */
  find(): Promise<Seal | undefined>
  /** Writes down what is about to be sent. Gives what stands; `undefined` when it could not be written. */
  keep(shortKeys: readonly string[]): Promise<Seal | undefined>
}

interface SealTerms {
  readonly conversation: Conversation
  readonly facts: ResultFacts
  readonly places: RecallPlaces
  /** The answer may hold thinking that is signed over all of this. */
  readonly mayBeSigned: boolean
}

/** `undefined` where nothing depends on how a history was sent. */
export type FindHistory = (terms: SealTerms) => SealedHistory | undefined

interface SealDeps {
  readonly memory: Pick<SentMemory, 'find' | 'keep'>
  readonly digest: Digest
}

const keyChars = 12
const shortestResult = 200

/**
 * Branches share the records of their results, and each may have been sent in another state: one masks
 * what the other, sent whole, is thought about. So what was sent is written down for each history whose
 * answer may be signed, before it leaves; the first writer wins.
 */
export function historySeals({ memory, digest }: SealDeps): FindHistory {
  const shortForm = (key: string): string => digest(key).slice(0, keyChars)

  function toSeal({ refersTo }: SentResult, end: number): Seal {
    const short = new Set(refersTo)
    const isShort = (key: string): boolean => short.has(shortForm(key))
    return {
      end,
      isShort,
      isExactly: (keys) => keys.length === refersTo.length && keys.every(isShort),
    }
  }

  return ({ conversation, facts, places, mayBeSigned }) => {
    const signedAt = firstSigned(conversation)
    if (signedAt === -1 && !mayBeSigned) return undefined
    const end = signedAt === -1 ? conversation.length : signedAt
    if (!hasResults(conversation, end)) return undefined
    const key = `seal ${digest(wordsOf(conversation, end, facts))}`
    return {
      async find() {
        const asked = { key, isSettled: signedAt !== -1 }
        const { records } = await memory.find([asked], places.records)
        const record = records.get(key)
        return record && toSeal(record, end)
      },
      async keep(shortKeys) {
        const turn = observations(conversation).at(-1)?.turn ?? 0
        const refersTo = shortKeys.map(shortForm)
        const record = { key, text: null, refersTo, omissionId: null, turn }
        const [stands] = await memory.keep([record], places.records)
        return stands && toSeal(stands, end)
      },
    }
  }
}

/** What was sent for the results before the seal is what it says. */
export function sealedResults(recalled: Recalled, seal: Seal | undefined): Recalled {
  if (!seal) return recalled
  const results = recalled.results.map((one) => (isWholeBy(seal, one) ? sentWhole(one) : one))
  return { ...recalled, results }
}

function isWholeBy({ end, isShort }: Seal, { observation, key }: Entered): boolean {
  return observation.at < end && !isShort(key)
}

function sentWhole({ sent: _, ...result }: Entered): Entered {
  return { ...result, isOpen: false }
}

/** Where the first thinking stands that is signed over what is before it; -1 when there is none. */
function firstSigned(conversation: Conversation): number {
  return conversation.findIndex((entry) => entry.kind === 'text' && entry.isSigned === true)
}

/** Shorter results are sent whole by everybody. */
function hasResults(conversation: Conversation, end: number): boolean {
  return conversation.some(
    (entry, at) => at < end && entry.kind !== 'text' && entry.chars >= shortestResult,
  )
}

/** What tells a history from others: what the user said, the calls, and what they gave. */
function wordsOf(conversation: Conversation, end: number, facts: ResultFacts): string {
  const keys = new Map(observations(conversation).map((one) => [one.at, facts.keyOf(one)]))
  const words: string[] = []
  for (let at = 0; at < end; at++) {
    const entry = conversation[at]
    if (entry?.kind === 'call') words.push(entry.callId)
    else if (entry?.kind === 'result') words.push(keys.get(at) ?? entry.callId)
    else if (entry && entry.text !== '') words.push(entry.text)
  }
  return JSON.stringify(words)
}
