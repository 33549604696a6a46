import type { LedgerEntry } from '../../../ports/store/ledger.ts'
import { memoized } from '../../text/content-memo.ts'
import { type PackedText, unpackText } from '../../text/packed-texts.ts'
import type { FormatName } from '../../wire/wire-formats.ts'
import type { Sieved } from '../sieve-request.ts'
import type { Masked } from '../window/mask.ts'
import { joinBody, type SentBody } from './sent-body.ts'

/** One request as the provider got it. */
export interface SeenRequest {
  readonly id: string
  readonly at: number
  readonly format: FormatName
  /** Path and query the client called. */
  readonly path: string
  /** A name for the conversation that tells nothing of it. */
  readonly conversation: string
  readonly status: number
  readonly sieved: Remembered
  /** Bytes at its beginning that the request before had too; absent for a first one. */
  readonly stableBytes: number | undefined
  /** The request before it in the same conversation, when that is still remembered. */
  readonly previousId: string | undefined
  /** Absent until it is known. */
  readonly end: RequestEnd | undefined
}

/** How a request ended. */
export interface RequestEnd {
  /** The answer as received, where it could be read; of a long one its beginning and its end. */
  readonly answer: string | undefined
  readonly isAnswerWhole: boolean
  /** Its row of the ledger. */
  readonly entry: LedgerEntry
}

type MaskedSummary = Omit<Masked, 'original' | 'placeholder'>

/** A result that was sent shorter than it came. */
interface ShortenedSummary {
  readonly id: string
  readonly callId: string
  readonly tool: string
  readonly charsBefore: number
  readonly charsAfter: number
}

/** What the sieves did, without the originals: those are kept elsewhere, once. */
interface Remembered {
  readonly body: string
  readonly model: string
  readonly commits: number
  readonly chars: Sieved['chars']
  readonly masked: readonly MaskedSummary[]
  readonly pruned: readonly ShortenedSummary[]
}

/** A request without what was sent. */
export interface ListedRequest extends Omit<SeenRequest, 'sieved'> {
  readonly sieved: Omit<Remembered, 'body'>
}

/** What was left out is the same from request to request of a conversation, and held once. */
type LeftOut = Pick<Remembered, 'masked' | 'pruned'>

interface Facts extends Omit<ListedRequest, 'id' | 'previousId' | 'sieved'> {
  readonly sieved: Omit<Remembered, 'body' | keyof LeftOut>
}

/** A request as it is held: of many short ones little is left to the collector of memory. */
export interface Held extends Pick<ListedRequest, 'id' | 'previousId'> {
  readonly leftOut: LeftOut
  /** A long one in pieces, which requests of a conversation share. */
  readonly body: SentBody | PackedText
  /** Packed once it has ended. */
  facts: Facts | PackedText
  chars: number
}

/** Whether it was put away as bytes. */
export function isPacked(one: object): one is PackedText {
  return 'block' in one
}

/** What is known of a request, but for its body and what was left out. */
export function factsOf({ facts }: Held): Facts {
  return isPacked(facts) ? (JSON.parse(unpackText(facts)) as Facts) : facts
}

/** Without what was sent. */
export function listed(held: Held): ListedRequest {
  const { id, previousId, leftOut } = held
  const facts = factsOf(held)
  return { id, previousId, ...facts, sieved: { ...facts.sieved, ...leftOut } }
}

/** With what was sent. */
export function whole({ id, previousId, body, leftOut }: Held, facts: Facts): SeenRequest {
  const text = isPacked(body) ? unpackText(body) : joinBody(body)
  return { id, previousId, ...facts, sieved: { ...facts.sieved, ...leftOut, body: text } }
}

/** What was left out, without the originals: those are kept elsewhere, once. */
export function withoutOriginals({ masked, pruned }: Sieved): LeftOut {
  return {
    masked: summariesOf(masked),
    pruned: pruned.map(({ id, callId, tool, before, after }) => ({
      ...{ id, callId, tool },
      charsBefore: before.length,
      charsAfter: after.length,
    })),
  }
}

/** What was masked once is masked in every later request of its conversation: these are shared. */
const summaryOf = memoized(
  ({ original: _, placeholder: __, ...summary }: Masked): MaskedSummary => summary,
)
const summariesOf = memoized((masked: readonly Masked[]) => masked.map(summaryOf))
