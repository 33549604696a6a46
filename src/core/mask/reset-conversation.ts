import { EngineError } from '../../errors.ts'
import type { SentResult } from '../../ports/store/sent-results.ts'
import type { Conversation } from '../wire/conversation.ts'
import { type RecallPlaces, recalledFacet } from './entry/recall.ts'
import type { SentMemory } from './entry/sent-memory.ts'
import type { ResultFacts } from './facts/result-facts.ts'
import { observations } from './facts/turns.ts'
import { partsOf } from './rewrite/masked-parts.ts'
import { masksFacet } from './rewrite/recall-masked.ts'
import { serverEditsFacet, serverEditsKey } from './server-edits.ts'

/** Conversations of which everything that was left out comes back, because a person asked for it. */
export interface ConversationResets {
  /** Carried out with the next request of the conversation, on whichever daemon. */
  ask(conversation: string): Promise<void>
  /** Carries out what was asked for. True where that was ever so: old parts of it stay from then on. */
  isReset(asked: ResetTerms): Promise<boolean>
}

interface ResetTerms {
  readonly id: string
  readonly conversation: Conversation
  readonly facts: ResultFacts
  readonly places: RecallPlaces
}

interface ResetDeps {
  readonly memory: Pick<SentMemory, 'find' | 'replace'>
  /** Other daemons are asked, too. */
  readonly isShared: boolean
  readonly onAway: (error: EngineError) => void
}

const done = 'done'

export function conversationResets({ memory, isShared, onAway }: ResetDeps): ConversationResets {
  /** Asked for here: what is remembered of them says otherwise. */
  const asked = new Set<string>()

  async function isAsked({ id, places }: ResetTerms): Promise<boolean | typeof done> {
    if (asked.has(id)) return true
    const key = { key: keyOf(id), isSettled: !isShared }
    const { records } = await memory.find([key], places.records)
    const record = records.get(keyOf(id))
    return record?.text === done ? done : record !== undefined
  }

  /** What was sent short or masked is on record as sent whole. */
  async function carryOut({ id, conversation, facts, places }: ResetTerms): Promise<void> {
    const all = observations(conversation)
    const parts = partsOf(all, facts).map(({ key }) => key)
    const keys = [...all.map(facts.keyOf), ...parts, serverEditsKey(id)]
    const { records } = await memory.find(
      keys.map((key) => ({ key, isSettled: false })),
      places.records,
    )
    const short = [...records.values()].filter(({ text }) => text !== null)
    const whole = short.map((record) => ({ ...record, text: null, refersTo: [], omissionId: null }))
    await memory.replace([...whole, marker(id, done)], places.records)
    asked.delete(id)
    for (const facet of [recalledFacet, masksFacet, serverEditsFacet])
      places.records?.memory.delete(facet)
  }

  return {
    async ask(id) {
      await memory.replace([marker(id, 'asked')])
      asked.add(id)
    },
    async isReset(terms) {
      const wanted = await isAsked(terms)
      if (wanted !== true) return wanted === done
      try {
        await carryOut(terms)
        return true
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        // The next request asks again.
        onAway(error)
        return false
      }
    },
  }
}

function keyOf(id: string): string {
  return `reset ${id}`
}

function marker(id: string, text: string): SentResult {
  return { key: keyOf(id), text, refersTo: [], omissionId: null, turn: 0 }
}
