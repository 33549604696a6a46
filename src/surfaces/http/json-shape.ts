/** Far beyond what any honest request has, and near enough that parsing it takes a moment only. */
export interface JsonLimits {
  readonly depth: number
  readonly values: number
  /** Keys of one object: past a few of them each costs far more than a value. */
  readonly keys: number
}

export const jsonLimits: JsonLimits = { depth: 1000, values: 1_000_000, keys: 100_000 }

const quote = 34
const comma = 44
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Why a JSON text would cost too much to parse, or `undefined`. One pass over the bytes that stops
 * at the first limit it meets: small texts can hold millions of levels or keys.
 */
export function intricacyOf(json: Uint8Array, limits: JsonLimits = jsonLimits): string | undefined {
  // Most requests are too short to break a limit.
  if (json.length <= limits.depth) return undefined
  return scanShape(json, limits, undefined, Number.POSITIVE_INFINITY).reason
}

/** A place outside of strings, and all that is known of the bytes before it. */
export interface ShapeMark {
  readonly at: number
  readonly values: number
  /** By level: how many values the array or object that is open there has had so far. */
  readonly counts: Int32Array
  readonly areObjects: Uint8Array
}

/** Goes on from a mark, or from the start, and leaves one every so many bytes. */
export function scanShape(
  json: Uint8Array,
  limits: JsonLimits,
  from: ShapeMark | undefined,
  markEvery: number,
): { readonly reason: string | undefined; readonly marks: readonly ShapeMark[] } {
  const tally = createTally(limits, from)
  const marks: ShapeMark[] = []
  let next = (from?.at ?? 0) + markEvery
  for (let at = from?.at ?? 0; at < json.length; at++) {
    if (at >= next) {
      marks.push(tally.mark(at))
      next = at + markEvery
    }
    const byte = json[at] ?? 0
    if (byte === quote) at = endOfString(json, at + 1)
    else {
      const reason = tally.meet(byte)
      if (reason !== undefined) return { reason, marks }
    }
  }
  return { reason: undefined, marks }
}

interface Tally {
  meet(byte: number): string | undefined
  mark(at: number): ShapeMark
}

function createTally(limits: JsonLimits, from: ShapeMark | undefined): Tally {
  const counts = new Int32Array(limits.depth + 1)
  const areObjects = new Uint8Array(limits.depth + 1)
  let depth = 0
  let values = 0
  if (from) {
    counts.set(from.counts)
    areObjects.set(from.areObjects)
    depth = from.counts.length - 1
    values = from.values
  }

  function open(isObject: boolean): string | undefined {
    if (depth === limits.depth) return `is nested deeper than ${limits.depth} levels`
    depth++
    counts[depth] = 1
    areObjects[depth] = isObject ? 1 : 0
    return undefined
  }

  function addValue(): string | undefined {
    const count = (counts[depth] ?? 0) + 1
    counts[depth] = count
    values++
    if (values >= limits.values) return `has more than ${limits.values} values`
    if (areObjects[depth] === 0 || count <= limits.keys) return undefined
    return `has an object of more than ${limits.keys} keys`
  }

  return {
    meet(byte) {
      if (byte === comma) return addValue()
      if (byte === openBracket || byte === openBrace) return open(byte === openBrace)
      if ((byte === closeBracket || byte === closeBrace) && depth > 0) depth--
      return undefined
    },
    mark: (at) => ({
      at,
      values,
      counts: counts.slice(0, depth + 1),
      areObjects: areObjects.slice(0, depth + 1),
    }),
  }
}

/** Where the closing quote is; the end of the bytes when there is none. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
