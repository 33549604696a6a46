import type { LedgerEntry } from '../../../ports/store/ledger.ts'
import { jsonStarts } from '../../text/json-splice.ts'
import { answerObjects } from '../../wire/answer.ts'
import { type Fields, isFields } from '../../wire/content.ts'
import type { ToolDefinition } from '../../wire/preamble.ts'
import type { WireFormat } from '../../wire/wire.ts'
import { wireFormat } from '../../wire/wire-formats.ts'
import type { ReadMessage, ReadPart } from '../../wire/words.ts'
import type { SeenRequest } from './held-request.ts'

/** Something of a message that the provider did not get. */
interface Omission {
  /** What brings the original back. */
  readonly id: string
  readonly kind: 'masked' | 'pruned'
  readonly tool: string
  readonly reason: string
  readonly chars_before: number
  readonly chars_after: number
}

type ShownPart = ReadPart & { readonly omission?: Omission }

export interface ShownMessage {
  readonly role: string
  readonly parts: readonly ShownPart[]
  /** Whether the request before it had this message too, byte for byte and in the same place. */
  readonly is_cached: boolean
}

/** Why the part that a provider can have cached ends where it does. */
type PrefixEnd = 'first_request' | 'grew' | 'batch_masked' | 'client_changed'

export interface ShownRequest {
  readonly id: string
  readonly at: number
  readonly format: string
  readonly path: string
  readonly conversation: string
  readonly model: string
  readonly status: number
  readonly previous_id: string | null
  /** The system prompt, where it stands outside the messages. */
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly messages: readonly ShownMessage[]
  readonly prefix: {
    readonly bytes: number
    readonly sent_bytes: number
    readonly ends: PrefixEnd
  }
  /** What the model answered; empty when it is not known. */
  readonly answer: readonly ReadPart[]
  /** The middle of a long answer is not kept. */
  readonly is_answer_whole: boolean
  /** What the ledger says of it; `null` while it runs. */
  readonly account: RequestAccount | null
  /** What was sent, for calling again. */
  readonly body: string
  /** Headers for calling again; the key is named by the variable that holds it. */
  readonly headers: readonly string[]
}

export interface RequestAccount {
  readonly tokens: { readonly before: number; readonly after: number }
  readonly duration_ms: number
  readonly warnings: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
}

/** A request for people: message by message, with what was left out and where the stable part ends. */
export function showRequest(request: SeenRequest, previous: SeenRequest | undefined): ShownRequest {
  const { sieved, stableBytes, end } = request
  const format = wireFormat(request.format)
  const body = bodyOf(request)
  const list = listIn(body, format)
  const starts = messageStarts(request, list.length)
  const sentBytes = byteLength(sieved.body)
  const ends = starts.map((_, at) => starts[at + 1] ?? sentBytes)
  const cached = ends.filter((end) => end <= (stableBytes ?? 0)).length
  return {
    id: request.id,
    at: request.at,
    format: request.format,
    path: request.path,
    conversation: request.conversation,
    model: sieved.model,
    status: request.status,
    previous_id: request.previousId ?? null,
    ...format.preamble(body),
    messages: list
      .filter(isFields)
      .map(format.words)
      .map((message, at) => ({
        ...message,
        parts: withOmissions(message, request),
        is_cached: at < cached,
      })),
    prefix: {
      bytes: stableBytes ?? 0,
      sent_bytes: sentBytes,
      ends: prefixEnd(request, previous, cached),
    },
    answer: end?.answer === undefined ? [] : format.answer(answerObjects(end.answer)),
    is_answer_whole: end?.isAnswerWhole ?? true,
    account: end ? accountOf(end.entry) : null,
    body: sieved.body,
    headers: callHeaders(format),
  }
}

function callHeaders({ key, headers }: WireFormat): readonly string[] {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${key.name}: ${key.prefix}$${key.variable}`, ...more]
}

function accountOf({ tokens, durationMs, warnings, details }: LedgerEntry): RequestAccount {
  return {
    tokens: tokens ?? { before: 0, after: 0 },
    duration_ms: durationMs,
    warnings,
    details: details ?? {},
  }
}

function bodyOf({ sieved }: SeenRequest): Fields {
  const body: unknown = JSON.parse(sieved.body)
  return isFields(body) ? body : {}
}

function listIn(body: Fields, { field }: WireFormat): readonly unknown[] {
  const list = body[field]
  return Array.isArray(list) ? list : []
}

function messageStarts({ sieved, format }: SeenRequest, count: number): readonly number[] {
  const { field } = wireFormat(format)
  const paths = Array.from({ length: count }, (_, at) => [field, at])
  let from = 0
  let bytes = 0
  return jsonStarts(sieved.body, paths).map((start) => {
    bytes += byteLength(sieved.body.slice(from, start))
    from = start
    return bytes
  })
}

function prefixEnd(
  { sieved, stableBytes }: SeenRequest,
  previous: SeenRequest | undefined,
  cached: number,
): PrefixEnd {
  if (stableBytes === undefined) return 'first_request'
  if (previous && sieved.commits > previous.sieved.commits) return 'batch_masked'
  // The last message of the request before ends in a bracket there and in a comma here.
  const before = previous ? listIn(bodyOf(previous), wireFormat(previous.format)).length : 0
  return !previous || cached >= before - 1 ? 'grew' : 'client_changed'
}

function withOmissions({ parts }: ReadMessage, { sieved }: SeenRequest): readonly ShownPart[] {
  return parts.map((part) => {
    const omission = omissionOf(part, sieved)
    return omission ? { ...part, omission } : part
  })
}

function omissionOf(
  part: ReadPart,
  { masked, pruned }: SeenRequest['sieved'],
): Omission | undefined {
  if (part.kind !== 'result' && part.kind !== 'call') return undefined
  const kind = part.kind === 'call' ? 'input' : 'result'
  const gone = masked.find((one) => one.kind === kind && one.toolCallId === part.callId)
  if (gone)
    return {
      id: gone.id,
      kind: 'masked',
      tool: gone.tool,
      reason: gone.policy,
      chars_before: gone.charsBefore,
      chars_after: gone.charsAfter,
    }
  const shortened = kind === 'result' && pruned.find(({ callId }) => callId === part.callId)
  if (!shortened) return undefined
  const isEcho = shortened.id.startsWith('msk_')
  const isDefused = isEcho && shortened.charsAfter >= shortened.charsBefore
  return {
    id: shortened.id,
    kind: 'pruned',
    tool: shortened.tool,
    reason: isDefused
      ? 'a marker that is not ours'
      : isEcho
        ? 'lines that stand in an earlier result'
        : 'pruned before it was first sent',
    chars_before: shortened.charsBefore,
    chars_after: shortened.charsAfter,
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
