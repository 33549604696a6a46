import type { Digest } from '../../ports/digest.ts'
import type { RequestArchive } from '../../ports/files/request-archive.ts'
import type { LedgerEntry } from '../../ports/store/ledger.ts'
import { memoized } from '../text/content-memo.ts'
import { base32 } from '../text/short-id.ts'
import { facet } from '../traffic/conversation-memory.ts'
import type { FormatName } from '../wire/wire-formats.ts'
import { titleFacet } from './conversation-title.ts'
import type { Masked } from './mask.ts'
import { cutBody, joinBody, type SentBody } from './sent-body.ts'
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
  /** Absent until it is known. */
  readonly end: RequestEnd | undefined
}

/** How a request ended. */
interface RequestEnd {
  /** The answer as received, where it could be read; of a long one its beginning and its end. */
  readonly answer: string | undefined
  readonly isAnswerWhole: boolean
  /** Its row of the ledger. */
  readonly entry: LedgerEntry
}

const latestFacet = facet<string>('latest-request')
const latestBytes = 64

/** Half of what an id shows. */
const hexDigits = 10

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
interface ListedRequest extends Omit<SeenRequest, 'sieved'> {
  readonly sieved: Omit<Remembered, 'body'>
}

/** The latest requests, for people who want to see what the model saw. Never written to disk. */
export interface SeenRequests {
  /** Returns the id to ask for it by. */
  add(
    request: Omit<SeenRequest, 'id' | 'previousId' | 'sieved' | 'end'> & { sieved: Sieved },
  ): string
  /** Tells how it ended; nothing when it was forgotten meanwhile. */
  complete(id: string, end: RequestEnd): void
  /** Newest first. */
  list(): readonly ListedRequest[]
  find(id: string): SeenRequest | undefined
  /** The first words of a conversation; `undefined` when they are not remembered. */
  titleOf(conversation: string): string | undefined
  /** Brings back what an earlier process kept. */
  restore(): Promise<void>
}

interface Held extends Omit<ListedRequest, 'end'> {
  readonly body: SentBody
  chars: number
  end: RequestEnd | undefined
}

interface SeenOptions {
  readonly maxRequests?: number
  /** Where requests outlive this process; absent: nowhere. */
  readonly archive?: RequestArchive | undefined
}

/**
 * Holds no more than `maxRequests`, and as many as fit into `maxChars`; the oldest leave first. A
 * client resends its history with every request: what two in a row begin with is held once.
 */
export function seenRequests(
  digest: Digest,
  maxChars: number,
  { maxRequests = 500, archive }: SeenOptions = {},
): SeenRequests {
  const requests: Held[] = []
  // What was written up to the last edit, by request: most often it is so for the next one too.
  const latestWritten = new Map<string, string>()
  const titles = new Map<string, string>()
  let chars = 0
  let count = 0
  let seed: string | undefined

  /** A part that tells this process from others, and a count: hashing every body would cost more. */
  function nextId(at: number): string {
    seed ??= base32(Number.parseInt(digest(String(at)).slice(0, hexDigits), 16))
    return `req_${seed}${base32(++count)}`
  }

  /** Mostly one of the newest is asked for, and a map would leave its tables to the collector of memory. */
  function find(id: string | undefined): Held | undefined {
    return id === undefined ? undefined : requests.findLast((one) => one.id === id)
  }

  function dropOldest(): void {
    while (requests.length > 1 && (chars > maxChars || requests.length > maxRequests)) {
      const oldest = requests.shift()
      if (!oldest) return
      chars -= oldest.chars
    }
  }

  /** Of few conversations, since these texts are held elsewhere too, for a shorter while. */
  function rememberWritten(id: string, previousId: string, written: string): void {
    latestWritten.delete(previousId)
    latestWritten.set(id, written)
    const [oldest] = latestWritten.keys()
    if (latestWritten.size > mostWritten && oldest !== undefined) latestWritten.delete(oldest)
  }

  function rememberTitle(conversation: string, title = ''): void {
    if (title === '' || titles.has(conversation)) return
    titles.set(conversation, title)
    const [oldest] = titles.keys()
    if (titles.size > mostTitles && oldest !== undefined) titles.delete(oldest)
  }

  function restored(text: string): Held {
    const { request, title } = JSON.parse(text) as { request: SeenRequest; title?: string }
    rememberTitle(request.conversation, title)
    const { body, ...sieved } = request.sieved
    return {
      ...request,
      sieved,
      body: { head: [], messages: [body], rest: [] },
      chars: body.length + (request.end?.answer?.length ?? 0),
    }
  }

  return {
    add({ at, format, path, conversation, status, sieved, stableBytes }) {
      const { memory, parent } = sieved.conversation
      const before = find(memory.get(latestFacet) ?? parent?.get(latestFacet))
      const held: Held = {
        id: nextId(at),
        at,
        format,
        path,
        conversation,
        status,
        sieved: withoutOriginals(sieved),
        stableBytes,
        previousId: before?.id,
        body: cutBody(format, sieved.parts, before?.body, latestWritten.get(before?.id ?? '')),
        chars: sieved.body.length,
        end: undefined,
      }
      requests.push(held)
      chars += held.chars
      memory.set(latestFacet, held.id, latestBytes)
      if (sieved.parts.written !== '')
        rememberWritten(held.id, before?.id ?? '', sieved.parts.written)
      rememberTitle(conversation, memory.get(titleFacet))
      dropOldest()
      return held.id
    },
    complete(id, end) {
      const held = find(id)
      if (!held) return
      held.end = end
      held.chars += end.answer?.length ?? 0
      chars += end.answer?.length ?? 0
      archive?.keep(
        id,
        JSON.stringify({ request: whole(held), title: titles.get(held.conversation) }),
      )
      dropOldest()
    },
    list: () => requests.toReversed(),
    find(id) {
      const held = find(id)
      return held && whole(held)
    },
    titleOf: (conversation) => titles.get(conversation),
    async restore() {
      const before: Held[] = []
      for await (const text of archive?.read() ?? []) before.push(restored(text))
      // Those that came meanwhile are newer.
      requests.unshift(...before)
      for (const held of before) chars += held.chars
      dropOldest()
    },
  }
}

const mostWritten = 16
const mostTitles = 5000

function whole({ body, chars: _, ...held }: Held): SeenRequest {
  return { ...held, sieved: { ...held.sieved, body: joinBody(body) } }
}

function withoutOriginals({
  model,
  commits,
  chars,
  masked,
  pruned,
}: Sieved): ListedRequest['sieved'] {
  return {
    model,
    commits,
    chars,
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
