import type { Digest } from '../../../ports/digest.ts'
import type { RequestArchive } from '../../../ports/files/request-archive.ts'
import { textPacker } from '../../text/packed-texts.ts'
import { base32 } from '../../text/short-id.ts'
import { facet } from '../../traffic/conversation-memory.ts'
import type { FormatName } from '../../wire/wire-formats.ts'
import type { Sieved } from '../sieve-request.ts'
import { titleFacet } from './conversation-title.ts'
import {
  factsOf,
  type Held,
  isPacked,
  type ListedRequest,
  listed,
  type RequestEnd,
  type SeenRequest,
  whole,
  withoutOriginals,
} from './held-request.ts'
import { cutBody, cutFromChars } from './sent-body.ts'

const latestFacet = facet<string>('latest-request')
const latestBytes = 64

/** Half of what an id shows. */
const hexDigits = 10

/** The latest requests, for people who want to see what the model saw. Never written to disk. */
export interface SeenRequests {
  /** Returns the id to ask for it by. */
  add(
    request: Omit<SeenRequest, 'id' | 'previousId' | 'sieved' | 'end'> & { sieved: Sieved },
  ): string
  /** Tells how it ended; nothing when it was forgotten meanwhile. */
  complete(id: string, end: RequestEnd): void
  /** Newest first. */
  list(limit?: number): readonly ListedRequest[]
  has(id: string): boolean
  find(id: string): SeenRequest | undefined
  /** The first words of a conversation; `undefined` when they are not remembered. */
  titleOf(conversation: string): string | undefined
  /** Brings back what an earlier process kept. */
  restore(): Promise<void>
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
  const { pack, release } = textPacker()
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
      for (const part of [oldest.body, oldest.facts]) if (isPacked(part)) release(part)
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
    const { id, previousId, sieved, ...rest } = request
    const { body, masked, pruned, ...done } = sieved
    return {
      id,
      previousId,
      leftOut: { masked, pruned },
      facts: pack(JSON.stringify({ ...rest, sieved: done })),
      body: pack(body),
      chars: body.length + (request.end?.answer?.length ?? 0),
    }
  }

  /** A short body costs more to cut than it holds. */
  function heldBody(
    format: FormatName,
    { body, parts }: Sieved,
    before: Held | undefined,
  ): Held['body'] {
    if (body.length < cutFromChars) return pack(body)
    const known = before?.body
    const shared = known && !isPacked(known) ? known : undefined
    return cutBody(format, parts, shared, latestWritten.get(before?.id ?? ''))
  }

  return {
    add({ at, format, path, conversation, status, sieved, stableBytes }) {
      const { memory, parent } = sieved.conversation
      const before = find(memory.get(latestFacet) ?? parent?.get(latestFacet))
      const held: Held = {
        id: nextId(at),
        previousId: before?.id,
        leftOut: withoutOriginals(sieved),
        body: heldBody(format, sieved, before),
        facts: {
          ...{ at, format, path, conversation, status, stableBytes },
          sieved: { model: sieved.model, commits: sieved.commits, chars: sieved.chars },
          end: undefined,
        },
        chars: sieved.body.length,
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
      const facts = { ...factsOf(held), end }
      held.facts = pack(JSON.stringify(facts))
      held.chars += end.answer?.length ?? 0
      chars += end.answer?.length ?? 0
      archive?.keep(
        id,
        JSON.stringify({ request: whole(held, facts), title: titles.get(facts.conversation) }),
      )
      dropOldest()
    },
    list: (limit = requests.length) =>
      limit > 0 ? requests.slice(-limit).reverse().map(listed) : [],
    has: (id) => find(id) !== undefined,
    find(id) {
      const held = find(id)
      return held && whole(held, factsOf(held))
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
