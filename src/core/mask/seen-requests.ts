import type { Digest } from '../../ports/digest.ts'
import { base32 } from '../text/short-id.ts'
import type { FormatName } from './formats/wire-formats.ts'
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

/** Half of what an id shows. */
const hexDigits = 10

type MaskedSummary = Omit<Masked, 'original' | 'placeholder'>

/** What the sieves did, without the originals: those are kept elsewhere, once. */
export interface Remembered {
  readonly body: string
  readonly model: string
  readonly commits: number
  readonly chars: Sieved['chars']
  readonly masked: readonly MaskedSummary[]
  readonly pruned: readonly { readonly charsBefore: number; readonly after: string }[]
}

/** The latest requests, for people who want to see what the model saw. Never written to disk. */
export interface SeenRequests {
  /** Returns the id to ask for it by. */
  add(request: Omit<SeenRequest, 'id' | 'previousId' | 'sieved'> & { sieved: Sieved }): string
  /** Newest first. */
  list(): readonly SeenRequest[]
  find(id: string): SeenRequest | undefined
}

/** Holds no more than `maxRequests`, and as many as fit into `maxChars`; the oldest leave first. */
export function seenRequests(digest: Digest, maxChars: number, maxRequests = 500): SeenRequests {
  const requests: SeenRequest[] = []
  const latest = new Map<string, string>()
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
      const { id, conversation, sieved } = oldest
      if (latest.get(conversation) === id) latest.delete(conversation)
      chars -= sieved.body.length
    }
  }

  return {
    add({ at, format, path, conversation, status, sieved, stableBytes }) {
      const id = nextId(at)
      chars += sieved.body.length
      requests.push({
        id,
        at,
        format,
        path,
        conversation,
        status,
        sieved: withoutOriginals(sieved, summaries),
        stableBytes,
        previousId: latest.get(conversation),
      })
      latest.set(conversation, id)
      dropOldest()
      return id
    },
    list: () => requests.toReversed(),
    find: (id) => requests.find((request) => request.id === id),
  }
}

function withoutOriginals(
  { body, model, commits, chars, masked, pruned }: Sieved,
  summaries: WeakMap<Masked, MaskedSummary>,
): Remembered {
  return {
    body,
    model,
    commits,
    chars,
    masked: masked.map((one) => {
      const known = summaries.get(one) ?? summaryOf(one)
      summaries.set(one, known)
      return known
    }),
    pruned: pruned.map(({ before, after }) => ({ charsBefore: before.length, after })),
  }
}

function summaryOf({ original: _, placeholder: __, ...summary }: Masked): MaskedSummary {
  return summary
}
