import type { Digest } from '../../ports/digest.ts'
import { type ConversationSpace, facet, type Remembered } from './conversation-memory.ts'
import { type MessageTrace, messageTracer } from './message-trace.ts'

/** A request as far as it tells conversations apart. */
interface ConversationRequest {
  readonly messages: readonly unknown[]
  readonly model: string
  /** The client's own name for its session: it only breaks ties. */
  readonly session?: string | undefined
  /** So many messages come before the model's first; absent: two. */
  readonly openingMessages?: number | undefined
  /** Whether the same objects may come again; absent: they may. */
  readonly isRemembered?: boolean | undefined
}

/** The conversation a request belongs to. */
export interface Recognised {
  /** A name that tells nothing of it, the same for all its requests. */
  readonly id: string
  /** So many messages at its beginning stand in a request that was seen before, in the same places. */
  readonly knownMessages: number
  readonly traces: readonly MessageTrace[]
  /** Where more can be remembered of it. */
  readonly memory: Remembered
  /** The conversation it was split off from, in its first request. */
  readonly parent: Remembered | undefined
}

export type Recognise = (request: ConversationRequest) => Recognised

interface Known {
  readonly id: string
  readonly traces: readonly MessageTrace[]
  readonly model: string
  readonly session: string | undefined
  readonly memory: Remembered
}

interface Match {
  readonly known: Known
  readonly common: number
  readonly isContinued: boolean
}

const knownFacet = facet<Known>('known')
/** The newest messages of a request may look different in the next one: reminders come and go. */
const unsettledMessages = 4
const idChars = 16
const bytesPerMessage = 400

/**
 * A request continues the remembered one whose messages are its longest prefix. One that leaves it
 * earlier is a conversation of its own, as sub-agents, forks and questions on the side are.
 */
export function recogniser(space: ConversationSpace, digest: Digest): Recognise {
  const tracesOf = messageTracer(digest)
  /** By how a conversation begins: its first two messages, or its only one. */
  const byBeginning = new Map<string, Set<Known>>()
  const ids = new Map<string, Known>()

  function index(known: Known): void {
    const key = beginningOf(known.traces)
    const group = byBeginning.get(key) ?? new Set()
    group.add(known)
    byBeginning.set(key, group)
    ids.set(known.id, known)
  }

  function forget(known: Known): void {
    const key = beginningOf(known.traces)
    const group = byBeginning.get(key)
    group?.delete(known)
    if (group?.size === 0) byBeginning.delete(key)
    if (ids.get(known.id) === known) ids.delete(known.id)
  }

  /** Those that begin alike. */
  function candidates(traces: readonly MessageTrace[]): readonly Known[] {
    const alike = [...(byBeginning.get(beginningOf(traces)) ?? [])]
    const [first] = traces
    if (!first || traces.length < 2) return alike
    return [...alike, ...(byBeginning.get(first.digest) ?? [])]
  }

  function remember(known: Known): void {
    known.memory.set(knownFacet, known, known.traces.length * bytesPerMessage)
    index(known)
  }

  /** A conversation has grown; nothing is found elsewhere unless its beginning was its only message. */
  function goOn(before: Known, now: Known): void {
    if (before.traces.length > 1 || now.traces.length === 1) Object.assign(before, now)
    else {
      forget(before)
      index(now)
    }
    const known = before.traces === now.traces ? before : now
    known.memory.set(knownFacet, known, known.traces.length * bytesPerMessage)
  }

  /** By how it was begun, which all its requests tell; one that is not taken, since two may begin alike. */
  function idFor(
    { session = '', openingMessages = 2 }: ConversationRequest,
    traces: readonly MessageTrace[],
  ): string {
    const name = (part: readonly MessageTrace[]): string =>
      digest([session, ...part.map((trace) => trace.digest)].join('\n')).slice(0, idChars)
    const usual = name(traces.slice(0, openingMessages))
    return ids.has(usual) ? name(traces) : usual
  }

  return (request) => {
    const { model, session, isRemembered = true } = request
    const traces = tracesOf(request.messages, isRemembered)
    const match = bestMatch(candidates(traces), traces, request)
    if (match?.isContinued) {
      const { id, memory } = match.known
      space.use(memory)
      goOn(match.known, { id, traces, model, session: session ?? match.known.session, memory })
      return { id, knownMessages: match.common, traces, memory, parent: undefined }
    }
    const id = idFor(request, traces)
    const memory = space.add((leaving) => {
      const known = leaving.get(knownFacet)
      if (known) forget(known)
    })
    remember({ id, traces, model, session, memory })
    const parent = match?.known.memory
    return { id, knownMessages: match?.common ?? 0, traces, memory, parent }
  }
}

function beginningOf(traces: readonly MessageTrace[]): string {
  const [first, second] = traces
  return first && second ? `${first.digest},${second.digest}` : (first?.digest ?? '')
}

function bestMatch(
  candidates: readonly Known[],
  traces: readonly MessageTrace[],
  request: ConversationRequest,
): Match | undefined {
  let best: Match | undefined
  for (const known of candidates) {
    const common = commonMessages(known.traces, traces)
    const match = { known, common, isContinued: isContinued(known.traces, traces, common) }
    if (!best || isBetter(match, best, request)) best = match
  }
  return best
}

function isBetter(match: Match, best: Match, request: ConversationRequest): boolean {
  if (match.isContinued !== best.isContinued) return match.isContinued
  if (match.common !== best.common) return match.common > best.common
  return likeness(match.known, request) >= likeness(best.known, request)
}

function likeness({ session, model }: Known, request: ConversationRequest): number {
  const isSameSession = request.session !== undefined && session === request.session
  return (isSameSession ? 2 : 0) + (model === request.model ? 1 : 0)
}

/** How many messages at the beginning of two lists are the same. */
export function commonMessages(
  before: readonly MessageTrace[],
  now: readonly MessageTrace[],
): number {
  const end = Math.min(before.length, now.length)
  for (let at = 0; at < end; at++)
    // Mostly they are one and the same.
    if (before[at] !== now[at] && before[at]?.digest !== now[at]?.digest) return at
  return end
}

/** All of it is there again; its newest messages may have changed as long as they begin alike. */
function isContinued(
  before: readonly MessageTrace[],
  now: readonly MessageTrace[],
  common: number,
): boolean {
  if (common === before.length) return true
  if (now.length <= before.length || common < before.length - unsettledMessages) return false
  return before.every(({ opening }, at) => at < common || opening === now[at]?.opening)
}
