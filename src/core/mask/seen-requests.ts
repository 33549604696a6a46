import type { Digest } from '../../ports/digest.ts'
import { type Pieces, sharedPieces } from '../text/shared-pieces.ts'
import { base32 } from '../text/short-id.ts'
import { facet } from '../traffic/conversation-memory.ts'
import { type FormatName, wireFormat } from '../wire/wire-formats.ts'
import type { Masked } from './mask.ts'
import type { Sieved } from './sieve-request.ts'

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
}

const latestFacet = facet<string>('latest-request')
const latestBytes = 64

/** Half of what an id shows. */
const hexDigits = 10

type MaskedSummary = Omit<Masked, 'original' | 'placeholder'>

/** A result that was sent shorter than it came. */
export interface ShortenedSummary {
  readonly id: string
  readonly callId: string
  readonly tool: string
  readonly charsBefore: number
  readonly charsAfter: number
}

/** What the sieves did, without the originals: those are kept elsewhere, once. */
export interface Remembered {
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

/** The latest requests, for people who want to see what the model saw. Never written to disk. */
export interface SeenRequests {
  /** Returns the id to ask for it by. */
  add(request: Omit<SeenRequest, 'id' | 'previousId' | 'sieved'> & { sieved: Sieved }): string
  /** Newest first. */
  list(): readonly ListedRequest[]
  find(id: string): SeenRequest | undefined
}

/** What was sent: the fields before the messages, all from there on, and what follows the last edit. */
interface Body {
  readonly head: Pieces
  readonly messages: Pieces
  readonly rest: Pieces
}

interface Held extends ListedRequest {
  readonly body: Body
  readonly bodyChars: number
}

/**
 * Holds no more than `maxRequests`, and as many as fit into `maxChars`; the oldest leave first. A
 * client resends its history with every request: what two in a row begin with is held once.
 */
export function seenRequests(digest: Digest, maxChars: number, maxRequests = 500): SeenRequests {
  const requests: Held[] = []
  const byId = new Map<string, Held>()
  // What was written up to the last edit, by request: most often it is so for the next one too.
  const latestWritten = new Map<string, string>()
  // What was masked once is masked in every later request of its conversation.
  const summaries = new WeakMap<Masked, MaskedSummary>()
  let chars = 0
  let count = 0
  let seed: string | undefined

  /** A part that tells this process from others, and a count: hashing every body would cost more. */
  function nextId(at: number): string {
    seed ??= base32(Number.parseInt(digest(String(at)).slice(0, hexDigits), 16))
    return `req_${seed}${base32(++count)}`
  }

  function dropOldest(): void {
    while (requests.length > 1 && (chars > maxChars || requests.length > maxRequests)) {
      const oldest = requests.shift()
      if (!oldest) return
      byId.delete(oldest.id)
      chars -= oldest.bodyChars
    }
  }

  /** Of few conversations, since these texts are held elsewhere too, for a shorter while. */
  function rememberWritten(id: string, previousId: string, written: string): void {
    latestWritten.delete(previousId)
    latestWritten.set(id, written)
    const [oldest] = latestWritten.keys()
    if (latestWritten.size > mostWritten && oldest !== undefined) latestWritten.delete(oldest)
  }

  return {
    add({ at, format, path, conversation, status, sieved, stableBytes }) {
      const { memory, parent } = sieved.conversation
      const before = byId.get(memory.get(latestFacet) ?? parent?.get(latestFacet) ?? '')
      const held: Held = {
        id: nextId(at),
        at,
        format,
        path,
        conversation,
        status,
        sieved: withoutOriginals(sieved, summaries),
        stableBytes,
        previousId: before?.id,
        body: cutBody(format, sieved.parts, before?.body, latestWritten.get(before?.id ?? '')),
        bodyChars: sieved.body.length,
      }
      requests.push(held)
      chars += held.bodyChars
      byId.set(held.id, held)
      memory.set(latestFacet, held.id, latestBytes)
      rememberWritten(held.id, before?.id ?? '', sieved.parts.written)
      dropOldest()
      return held.id
    },
    list: () => requests.toReversed(),
    find(id) {
      const held = byId.get(id)
      return held && { ...held, sieved: { ...held.sieved, body: joinBody(held.body) } }
    },
  }
}

const mostWritten = 16

/** A shorter body costs more to cut than it holds. */
const cutFromChars = 8192

/**
 * A field before the messages may change and shift all that follows: each part is cut by itself. The
 * parts are never joined for it, which would copy a whole body for each request.
 */
function cutBody(
  format: FormatName,
  { written, rest }: Sieved['parts'],
  known: Body | undefined,
  writtenBefore: string | undefined,
): Body {
  if (written === '') return { ...cutMessages(format, rest, known), rest: [] }
  const isKnown = known !== undefined && writtenBefore === written
  const { head, messages } = isKnown ? known : cutMessages(format, written, known)
  return { head, messages, rest: sharedPieces(rest, known?.rest) }
}

function cutMessages(
  format: FormatName,
  text: string,
  before: Body | undefined,
): Omit<Body, 'rest'> {
  if (text.length < cutFromChars) return { head: [], messages: [text] }
  const at = Math.max(0, text.indexOf(`"${wireFormat(format).field}"`))
  return {
    head: sharedPieces(text.slice(0, at), before?.head),
    messages: sharedPieces(text.slice(at), before?.messages),
  }
}

function joinBody({ head, messages, rest }: Body): string {
  return [...head, ...messages, ...rest].join('')
}

function withoutOriginals(
  { model, commits, chars, masked, pruned }: Sieved,
  summaries: WeakMap<Masked, MaskedSummary>,
): ListedRequest['sieved'] {
  return {
    model,
    commits,
    chars,
    masked: masked.map((one) => {
      const known = summaries.get(one) ?? summaryOf(one)
      summaries.set(one, known)
      return known
    }),
    pruned: pruned.map(({ id, callId, tool, before, after }) => ({
      ...{ id, callId, tool },
      charsBefore: before.length,
      charsAfter: after.length,
    })),
  }
}

function summaryOf({ original: _, placeholder: __, ...summary }: Masked): MaskedSummary {
  return summary
}
