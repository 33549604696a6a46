import { type JsonRange, jsonRanges } from '../text/json-splice.ts'
import { type ConversationSpace, facet, type Remembered } from '../traffic/conversation-memory.ts'
import { type Fields, isFields } from '../wire/content.ts'
import { hidesResults } from '../wire/hides-results.ts'

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

/** Reads the text of a body, as `JSON.parse` would. */
export type BodyReader = (field: string, body: string, names?: readonly string[]) => ReadRequest

/** A beginning that was read before. */
export interface KnownBeginning {
  readonly field: string
  readonly names: readonly string[]
  /** As far as the fields before the list tell; those behind it may say otherwise each time. */
  readonly model: string
  readonly settings: Fields
  readonly list: readonly unknown[]
  /** The text up to the end of the last message of `list`. */
  readonly prefix: string
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
  /** What is worth keeping of a request, if anything. */
  function keep(
    memory: Remembered,
    { field, names, body }: AskedFor,
    list: readonly unknown[],
    before?: KnownBeginning,
  ): void {
    const settled = list.length - unsettledMessages
    if (settled <= (before?.list.length ?? 0)) return
    const { end, model, settings } = before
      ? { end: tailEnd(body, before.prefix.length, settled - before.list.length), ...before }
      : readHead(field, body, settled, names)
    if (end === undefined) return
    const kept = list.slice(0, settled)
    const prefix = body.slice(0, end)
    const known = { field, names, model, settings, list: kept, prefix, ...hiding(prefix, before) }
    // The text, which its beginning holds on to, and about as much again for what was parsed of it.
    memory.set(knownFacet, known, 2 * body.length)
  }

  return (field, body, names = noNames) => {
    if (body.length < limits.minChars)
      return {
        ...readWhole(field, body, names),
        rememberIn: isChecked,
        isRemembered: false,
        hidesResults: () => hidesResults(body),
      }
    const asked = { field, names, body }
    const before = space
      .recent(knownFacet, limits.maxRequests)
      .find((one) => one.field === field && one.names === names && isPrefix(one.prefix, body))
    const continued = before && readTail(before, body)
    if (!continued && body.length > limits.maxParsedChars)
      return readKnown(asked, (memory, list) => keep(memory, asked, list))
    const request = continued ?? readWhole(field, body, names)
    const known = continued && before
    return {
      ...request,
      rememberIn: (memory) => keep(memory, asked, request.list, known),
      isRemembered: true,
      hidesResults: () => hiding(body, known).hidesResults,
    }
  }
}

/** What was looked at before is not looked at again. */
function hiding(text: string, known: KnownBeginning | undefined): { hidesResults: boolean } {
  if (!known || known.hidesResults) return { hidesResults: hidesResults(text) }
  return { hidesResults: hidesResults(text.slice(known.prefix.length - 1)) }
}

type ReadParts = Pick<ReadRequest, 'model' | 'settings' | 'list' | 'check'>

interface AskedFor {
  readonly field: string
  readonly names: readonly string[]
  readonly body: string
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
function readKnown(
  { field, names, body }: AskedFor,
  keep: (memory: Remembered, list: readonly unknown[]) => void,
): ReadRequest {
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
      if (owner) keep(owner, list)
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
  { field, names, prefix, list, model, settings }: KnownBeginning,
  body: string,
): ReadParts | undefined {
  const text = tailText(body, prefix.length)
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
function tailText(body: string, from: number): string | undefined {
  const rest = /^[ \t\r\n]*,(?=[ \t\r\n]*[^ \t\r\n\]])/.exec(body.slice(from, from + 100))?.[0]
  if (rest === undefined || body.includes(tailKey, from)) return undefined
  return `{${JSON.stringify(tailKey)}:[${body.slice(from + rest.length)}`
}

/** Where, in the whole body, the message ends that is the `count`-th of the rest. */
function tailEnd(body: string, from: number, count: number): number | undefined {
  const text = tailText(body, from)
  const end = text === undefined ? undefined : jsonRanges(text, [[tailKey, count - 1]])[0]?.end
  return text === undefined || end === undefined ? undefined : body.length - (text.length - end)
}

/** Two whole texts are compared ten times as fast as a text with the beginning of another. */
function isPrefix(prefix: string, text: string): boolean {
  return text.slice(0, prefix.length) === prefix
}
