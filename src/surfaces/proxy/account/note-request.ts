import {
  type Conversations,
  type EndedRequest,
  type FormatName,
  type LedgerEntry,
  type Sieved,
  type Traffic,
  wireFormat,
} from '../../../engine.ts'
import { byteLength } from '../body/body-bytes.ts'
import { isPlain } from '../body/content-encodings.ts'
import { decodeKept } from '../body/decode-kept.ts'
import { stablePrefix } from '../body/last-bodies.ts'
import { sessionName } from '../route/session-of.ts'
import type { Passage } from './passage.ts'
import { keptBytes, type ResponseTap } from './response-tap.ts'

interface NoteDeps {
  readonly conversations: Pick<Conversations, 'freedTokens' | 'seen'>
  readonly traffic: Pick<Traffic, 'end'>
  readonly now: () => number
}

/** What only the answer and a count of tokens tell; written in place: one is made for every request. */
type Late = Pick<EndedRequest, 'usage' | 'remarks' | 'isUnpriced' | 'freedTokens'>
type OpenRequest = Omit<EndedRequest, keyof Late> & { -readonly [Name in keyof Late]: Late[Name] }

/** What is left of a request without its bodies: all that its row needs. */
export interface NotedRequest {
  readonly request: OpenRequest
  readonly format: FormatName | undefined
  readonly leftOut: Pick<Sieved, 'masked' | 'pruned'> | undefined
  readonly tap: ResponseTap
  readonly contentEncoding: string | undefined
}

/** What takes a while: only packed answers, and requests that lost something, have any of it. */
export interface Awaited {
  readonly text: string | undefined
  readonly freedTokens: number
}

interface RequestNotes {
  /** At once: what is said of its bodies is found out, and they are let go. */
  note(passage: Passage): NotedRequest
  waitFor(noted: NotedRequest): Promise<Awaited>
  /** Its row of the ledger; requests of a conversation are told in their order. */
  toEntry(noted: NotedRequest, awaited: Awaited): LedgerEntry
}

export function requestNotes({ conversations, traffic, now }: NoteDeps): RequestNotes {
  return {
    note(passage) {
      const { route, path, session, sieved, sentBody, ended } = passage
      const { format } = route
      const conversation = sieved?.conversation.id ?? sessionName(session)
      const stableBytes = sentBody && sieved && stablePrefix(sieved.conversation, sentBody)
      const at = now()
      const { status } = ended
      const seen = { at, path, conversation, status, stableBytes }
      const requestId = sieved && format && conversations.seen.add({ ...seen, format, sieved })
      return {
        request: {
          at,
          source: format ?? 'other',
          path,
          caller: passage.caller?.name,
          agent: passage.agent,
          conversation,
          requestId,
          sieved: sieved && withoutBody(sieved),
          sentBytes: sentBody ? byteLength(sentBody) : 0,
          stableBytes,
          warnings: passage.warnings,
          status,
          outcome: ended.outcome,
          refusal: ended.refusal,
          durationMs: passage.durationMs,
          addedMs: passage.addedMs,
          usage: undefined,
          remarks: undefined,
          isUnpriced: undefined,
          freedTokens: 0,
        },
        format,
        leftOut: sieved && isShorter(sieved) ? leftOutOf(sieved) : undefined,
        tap: passage.tap,
        contentEncoding: ended.contentEncoding,
      }
    },
    async waitFor({ tap, contentEncoding, leftOut }) {
      return {
        text: await decodeKept(tap.kept(), contentEncoding, tap.isWhole()),
        freedTokens: leftOut ? await conversations.freedTokens(leftOut) : 0,
      }
    },
    toEntry({ request, format, tap }, { text, freedTokens }) {
      request.freedTokens = freedTokens
      if (format && text !== undefined) readAnswer(request, format, text)
      const entry = traffic.end(request)
      const { requestId } = request
      if (requestId !== undefined)
        conversations.seen.complete(requestId, {
          answer: text,
          isAnswerWhole: tap.isWhole(),
          entry,
        })
      return entry
    },
  }
}

/** Whether its row can be made at once, as most can. */
export function isReady({ contentEncoding, leftOut }: NotedRequest): boolean {
  return !leftOut && isPlain(contentEncoding)
}

/** About what a request that waits holds on to. */
export function bytesOf({ request: { sieved }, tap }: NotedRequest): number {
  const messages = sieved?.conversation.traces.length ?? 0
  return ownBytes + messages * bytesPerMessage + Math.min(tap.bytes(), mostKeptBytes)
}

const ownBytes = 1000
const bytesPerMessage = 16
const mostKeptBytes = keptBytes.head + keptBytes.tail

function leftOutOf({ masked, pruned }: Sieved): NotedRequest['leftOut'] {
  return { masked, pruned }
}

function isShorter({ masked, pruned }: Sieved): boolean {
  return masked.length + pruned.length > 0
}

/** What was left out is shared by the requests of a conversation; a body is its own. */
function withoutBody(sieved: Sieved): NonNullable<EndedRequest['sieved']> {
  return {
    model: sieved.model,
    conversation: sieved.conversation,
    changes: sieved.changes,
    masked: sieved.masked,
    pruned: sieved.pruned,
    commits: sieved.commits,
    repeatedCalls: sieved.repeatedCalls,
    copiedMarkers: sieved.copiedMarkers,
    foreignMarkers: sieved.foreignMarkers,
    edits: sieved.edits,
    names: sieved.names,
    serverEdits: sieved.serverEdits,
    chars: sieved.chars,
  }
}

function readAnswer(request: OpenRequest, name: FormatName, text: string): void {
  const format = wireFormat(name)
  const reader = format.usage()
  reader.push(text)
  request.usage = reader.usage()
  request.remarks = format.remarks?.(text)
  request.isUnpriced = format.isUnpriced
}
