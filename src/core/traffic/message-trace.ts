import type { Digest } from '../../ports/digest.ts'
import { ownCopy } from '../text/content-memo.ts'

/** What tells a message from others, whatever marks a client puts on it from request to request. */
export interface MessageTrace {
  readonly digest: string
  /** How it begins: clients add reminders to their newest messages and take them back later. */
  readonly opening: string
  /** About what a model reads of it; opaque bytes do not count. */
  readonly chars: number
}

/** `isKept`: the same objects may come again in a later request. */
type TracesOf = (messages: readonly unknown[], isKept: boolean) => readonly MessageTrace[]

interface Traced {
  readonly messages: readonly unknown[]
  readonly traces: readonly MessageTrace[]
}

const nothing: Traced = { messages: [], traces: [] }

const digestChars = 20
const openingChars = 120

/** A message that is the same object as in an earlier request is looked at once; others are not remembered, which costs more than it gives. */
export function messageTracer(digest: Digest): TracesOf {
  const known = new WeakMap<object, MessageTrace>()
  /** By the first message: the newest request that begins with that object. */
  const newest = new WeakMap<object, Traced>()
  const trace = (message: unknown): MessageTrace => {
    const text = canonical(message)
    return {
      digest: digest(text).slice(0, digestChars),
      // On its own: it outlives the message by far.
      opening: ownCopy(text.slice(0, openingChars)),
      chars: charsIn(message),
    }
  }
  const knownTrace = (message: unknown): MessageTrace => {
    if (typeof message !== 'object' || message === null) return trace(message)
    const before = known.get(message)
    if (before) return before
    const found = trace(message)
    known.set(message, found)
    return found
  }
  return (messages, isKept) => {
    const [first] = messages
    if (!isKept || typeof first !== 'object' || first === null) return messages.map(trace)
    const before = newest.get(first) ?? nothing
    const same = sameObjects(before.messages, messages)
    const traces = before.traces.slice(0, same)
    for (let at = same; at < messages.length; at++) traces.push(knownTrace(messages[at]))
    newest.set(first, { messages, traces })
    return traces
  }
}

/** A request mostly begins with all of the one before: that is seen without a look at each. */
function sameObjects(before: readonly unknown[], now: readonly unknown[]): number {
  const end = Math.min(before.length, now.length)
  for (let at = 0; at < end; at++) if (before[at] !== now[at]) return at
  return end
}

/** The same text for a message with and without marks for the cache, and for a text alone or as the only part. */
function canonical(message: unknown): string {
  const text = JSON.stringify(message) ?? ''
  const isMarked = text.includes('"cache_control"')
  const only = onlyText(message)
  if (only === undefined) return isMarked ? JSON.stringify(message, withoutMarks) : text
  return JSON.stringify({ ...(message as object), content: only }, withoutMarks)
}

function withoutMarks(name: string, value: unknown): unknown {
  return name === 'cache_control' ? undefined : value
}

function onlyText(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null || !('content' in message)) return undefined
  const { content } = message
  const [part] = Array.isArray(content) && content.length === 1 ? content : []
  const isText = typeof part === 'object' && part !== null && part.type === 'text'
  return isText && typeof part.text === 'string' ? part.text : undefined
}

/** Names of fields that hold bytes or names, no words. */
const opaque = new Set(['data', 'signature', 'encrypted_content', 'thoughtSignature', 'url', 'id'])

function charsIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  if (Array.isArray(value)) for (const part of value) sum += charsIn(part)
  else
    for (const [name, field] of Object.entries(value)) if (!opaque.has(name)) sum += charsIn(field)
  return sum
}
