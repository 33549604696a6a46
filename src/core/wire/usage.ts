import { type Fields, isFields } from './content.ts'

/** What the provider says a request used. */
export interface Usage {
  /** All of the prompt: fresh, read from the cache, and written to it. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  /** Stored for whatever time. */
  readonly cacheWriteTokens: number
  /** Of these, so many for an hour, where that can be asked for. */
  readonly cacheWriteHourTokens?: number
}

/** Reads an answer piece by piece, however it is cut; its bytes may be given as Latin-1. */
export interface UsageReader {
  push(text: string): void
  /** What was said so far. */
  usage(): Usage | undefined
}

/** Small pieces are put together first: a stream may have very many of them. */
const readFromChars = 4096
/** Usage holds numbers and small objects: it ends within so much, or is none. */
const maxObjectChars = 4096
const opening = /\s{0,16}:\s{0,16}\{/y
const maxOpeningChars = 34
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Finds objects called `name` in a JSON answer or in the events of a stream, wherever they stand;
 * later counts win. Looks at every character a fixed number of times, whatever the provider sends.
 */
export function usageInObjects(name: string, toUsage: (counts: Fields) => Usage): UsageReader {
  const quoted = `"${name}"`
  let pending = ''
  let counts: Fields | undefined

  function read(): void {
    let at = pending.indexOf(quoted)
    while (at !== -1) {
      const end = readAt(at)
      if (end === undefined) break
      at = pending.indexOf(quoted, end)
    }
    pending = at === -1 ? pending.slice(-quoted.length) : pending.slice(at)
  }

  /** Where to look further; `undefined` when the rest is still to come. */
  function readAt(at: number): number | undefined {
    const from = at + quoted.length
    opening.lastIndex = from
    if (!opening.test(pending)) return pending.length - from < maxOpeningChars ? undefined : from
    const start = opening.lastIndex - 1
    const end = closingBrace(pending, start)
    if (end === -1)
      return pending.length - start < maxObjectChars ? undefined : start + maxObjectChars
    counts = merged(counts, parse(pending.slice(start, end + 1)))
    return end
  }

  return {
    push(text) {
      pending += text
      if (pending.length >= readFromChars + maxObjectChars) read()
    },
    usage() {
      read()
      return counts && toUsage(counts)
    },
  }
}

/** More tokens than any request has; a ledger takes whole numbers of a bounded size. */
const mostTokens = 1e12

/** A count of a usage object, as a whole number; 0 where there is none. */
export function countOf(value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return 0
  return Math.round(Math.min(Math.max(0, value), mostTokens))
}

/** An object inside a usage object; empty where there is none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** A brace inside a string is not expected. */
function closingBrace(text: string, start: number): number {
  let depth = 0
  const last = Math.min(text.length, start + maxObjectChars)
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at)
    if (code === openBrace) depth++
    if (code === closeBrace && --depth === 0) return at
  }
  return -1
}

function merged(before: Fields | undefined, found: Fields | undefined): Fields | undefined {
  return before && found ? { ...before, ...found } : (found ?? before)
}

/** What is said to be nothing takes no earlier count away. */
function parse(json: string): Fields | undefined {
  try {
    const found = fieldsOf(JSON.parse(json))
    const names = Object.keys(found)
    const said = names.filter((name) => found[name] !== null)
    if (!said.some((name) => /tokens?(?:count)?$/i.test(name))) return undefined
    if (said.length === names.length) return found
    return Object.fromEntries(said.map((name) => [name, found[name]]))
  } catch (error) {
    // What looks like usage inside somebody's text is no usage.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
