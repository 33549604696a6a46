import { type JsonRange, jsonRanges } from '../../text/json-splice.ts'
import {
  type ConversationSpace,
  facet,
  type Remembered,
} from '../../traffic/conversation-memory.ts'
import { type Fields, isFields } from '../../wire/content.ts'
import { hidesResults } from '../../wire/hides-results.ts'
import type { Beginning, BodyText } from './body-text.ts'

/** What is understood of a request body. */
export interface ReadRequest {
  readonly model: string
  /** What the body says under the names that were asked for. */
  readonly settings: Fields
  /** Shared between requests: never changed in place. */
  readonly list: readonly unknown[]
  /** Throws unless the whole body is JSON; to be called before anything is written into it. */
  check(): void
  /** Keeps what was read for the next request of its conversation, once it is known to be JSON. */
  rememberIn(memory: Remembered): void
  /** Whether the messages at its beginning are going to be the same objects in the next request. */
  readonly isRemembered: boolean
  /** Whether the provider is asked to hide results by itself. */
  hidesResults(): boolean
}

/** Reads a body, as `JSON.parse` would. */
type BodyReader = (field: string, body: BodyText, names?: readonly string[]) => ReadRequest

/** A beginning that was read before. */
interface KnownBeginning {
  readonly field: string
  readonly names: readonly string[]
  /** As far as the fields before the list tell; those behind it may say otherwise each time. */
  readonly model: string
  readonly settings: Fields
  readonly list: readonly unknown[]
  /** Up to the end of the last message of `list`. */
  readonly beginning: Beginning
  readonly hidesResults: boolean
}

export interface ReaderLimits {
  /** Shorter bodies are read anew. */
  readonly minChars: number
  /** Of longer ones only the known fields are parsed at first: a million others may surround them. */
  readonly maxParsedChars: number
  /** So many of the latest conversations are compared with. */
  readonly maxRequests: number
}

const usualLimits: ReaderLimits = {
  minChars: 20_000,
  maxParsedChars: 500_000,
  maxRequests: 16,
}

const knownFacet = facet<KnownBeginning>('read')

/** Clients mark the newest messages anew in each request; the ones before stay as they are. */
const unsettledMessages = 4

/** Stands for the list whose beginning is known; a body that holds these words is read whole. */
const tailKey = 'tamis: the rest of the list'

/**
 * A client sends its whole history with every request: where the text begins like an earlier one,
 * only what follows is parsed. What it gives depends on the body alone.
 */
export function bodyReader(
  space: Pick<ConversationSpace, 'recent'>,
  limits: ReaderLimits = usualLimits,
): BodyReader {
  return (field, body, names = noNames) => {
    if (body.size < limits.minChars) return readShort(field, body.whole(), names)
    const asked = { field, names, body }
    const before = space
      .recent(knownFacet, limits.maxRequests)
      .find((one) => one.field === field && one.names === names && body.startsWith(one.beginning))
    const rest = before && body.after(before.beginning)
    const continued = before && readTail(before, rest ?? '')
    if (before && continued)
      return {
        ...continued,
        rememberIn: (memory) => keepMore(memory, asked, before, rest ?? '', continued.list),
        isRemembered: true,
        hidesResults: () => before.hidesResults || hidesResults(rest ?? ''),
      }
    const text = body.whole()
    if (text.length > limits.maxParsedChars) return readKnown(asked, text)
    const request = readWhole(field, text, names)
    return {
      ...request,
      rememberIn: (memory) => keep(memory, asked, text, request.list),
      isRemembered: true,
      hidesResults: () => hidesResults(text),
    }
  }
}

function readShort(field: string, text: string, names: readonly string[]): ReadRequest {
  return {
    ...readWhole(field, text, names),
    rememberIn: isChecked,
    isRemembered: false,
    hidesResults: () => hidesResults(text),
  }
}

/** Keeps how a body begins, which was read whole. */
function keep(
  memory: Remembered,
  { field, names, body }: AskedFor,
  text: string,
  list: readonly unknown[],
): void {
  const settled = list.length - unsettledMessages
  if (settled <= 0) return
  const { end, model, settings } = readHead(field, text, settled, names)
  if (end === undefined) return
  const words = text.slice(0, end)
  remember(memory, body, {
    ...{ field, names, model, settings, list: list.slice(0, settled) },
    beginning: body.beginning(words),
    hidesResults: hidesResults(words),
  })
}

/** Keeps what has settled since, of a body whose beginning was known. */
function keepMore(
  memory: Remembered,
  { body }: AskedFor,
  before: KnownBeginning,
  rest: string,
  list: readonly unknown[],
): void {
  const settled = list.length - unsettledMessages
  if (settled <= before.list.length) return
  const end = tailEnd(rest, settled - before.list.length)
  if (end === undefined) return
  const words = rest.slice(0, end)
  remember(memory, body, {
    ...before,
    list: list.slice(0, settled),
    beginning: body.beginning(words, before.beginning),
    hidesResults: before.hidesResults || hidesResults(words),
  })
}

/** The body, which its beginning holds on to, and about as much again for what was parsed of it. */
function remember(memory: Remembered, { size }: BodyText, known: KnownBeginning): void {
  memory.set(knownFacet, known, 2 * size)
}

type ReadParts = Pick<ReadRequest, 'model' | 'settings' | 'list' | 'check'>

interface AskedFor {
  readonly field: string
  readonly names: readonly string[]
  readonly body: BodyText
}

const noNames: readonly string[] = []

function readWhole(field: string, body: string, names: readonly string[]): ReadParts {
  const parsed: unknown = JSON.parse(body)
  const fields = isFields(parsed) ? parsed : {}
  const list = fields[field]
  return {
    model: modelOf(fields),
    settings: pick(fields, names),
    list: Array.isArray(list) ? list : [],
    check: isChecked,
  }
}

/** It was parsed as a whole. */
function isChecked(): void {}

/** The list and the model alone, each found by its place. */
function readKnown(asked: AskedFor, body: string): ReadRequest {
  const { field, names } = asked
  const ranges = jsonRanges(body, [[field], ['model'], ...names.map((name) => [name])])
  const [found, model, ...values] = ranges.map((range): unknown =>
    range ? JSON.parse(body.slice(range.start, range.end)) : undefined,
  )
  const said = names.map((name, at): [string, unknown] => [name, values[at]])
  const list: readonly unknown[] = Array.isArray(found) ? found : []
  let owner: Remembered | undefined
  return {
    model: modelOf({ model }),
    settings: pick(Object.fromEntries(said), names),
    list,
    check() {
      JSON.parse(withoutValue(body, ranges[0]))
      if (owner) keep(owner, asked, body, list)
    },
    rememberIn(memory) {
      owner = memory
    },
    isRemembered: true,
    hidesResults: () => hidesResults(body),
  }
}

/** The list was parsed by itself: the rest is JSON if it is so around another. */
function withoutValue(body: string, range: JsonRange | undefined): string {
  return range ? `${body.slice(0, range.start)}[]${body.slice(range.end)}` : body
}

/** Where so many messages end, and what the fields before them say, as if the list were the last. */
function readHead(
  field: string,
  body: string,
  count: number,
  names: readonly string[],
): { readonly end: number | undefined; readonly model: string; readonly settings: Fields } {
  const [list, last] = jsonRanges(body, [[field], [field, count - 1]])
  const { model, settings } = readWhole(field, `${body.slice(0, list?.start)}[]}`, names)
  return { end: last?.end, model, settings }
}

/** `undefined` when the rest is not one that only adds to the list. */
function readTail(
  { field, names, list, model, settings }: KnownBeginning,
  rest: string,
): ReadParts | undefined {
  const text = tailText(rest)
  if (text === undefined) return undefined
  const parsed: unknown = JSON.parse(text)
  if (!isFields(parsed) || Object.hasOwn(parsed, field)) return undefined
  const added = parsed[tailKey]
  if (!Array.isArray(added)) return undefined
  return {
    model: Object.hasOwn(parsed, 'model') ? modelOf(parsed) : model,
    settings: names.length === 0 ? settings : { ...settings, ...pick(parsed, names) },
    list: list.concat(added),
    check: isChecked,
  }
}

/** Only what is there. */
function pick(fields: Fields, names: readonly string[]): Fields {
  if (names.length === 0) return nothing
  const there = names.filter((name) => Object.hasOwn(fields, name) && fields[name] !== undefined)
  return Object.fromEntries(there.map((name) => [name, fields[name]]))
}

const nothing: Fields = {}

function modelOf({ model }: Readonly<Record<string, unknown>>): string {
  return typeof model === 'string' ? model : ''
}

/** The rest of the body as an object of its own. */
function tailText(rest: string): string | undefined {
  const separator = /^[ \t\r\n]*,(?=[ \t\r\n]*[^ \t\r\n\]])/.exec(rest.slice(0, 100))?.[0]
  if (separator === undefined || rest.includes(tailKey)) return undefined
  return `{${JSON.stringify(tailKey)}:[${rest.slice(separator.length)}`
}

/** Where the message ends that is the `count`-th of the rest. */
function tailEnd(rest: string, count: number): number | undefined {
  const text = tailText(rest)
  const end = text === undefined ? undefined : jsonRanges(text, [[tailKey, count - 1]])[0]?.end
  return text === undefined || end === undefined ? undefined : rest.length - (text.length - end)
}
