import { type Fields, isFields } from './content.ts'

/** What a provider says of a request besides its usage. Kinds and counts, never words. */
export interface Remarks {
  /** Why its cache missed, in its own word for it. */
  readonly cacheMissReason?: string
  /** What it did to the input, by kind and reason, and how often. */
  readonly inputTransformations?: Readonly<Record<string, number>>
  /** What it left out of the context by itself. */
  readonly appliedEdits?: readonly Readonly<Record<string, string | number>>[]
}

/** Objects and lists of remarks end within so much, or are none. */
const maxChars = 8192
/** A name may stand in a text too: so often is looked behind it. */
const mostLooks = 8
const mostKinds = 16
const word = /^[\w.:-]{1,80}$/

/** Looks for `diagnostics`, `input_transformations` and `context_management` in an answer, whole or streamed. */
export function readRemarks(text: string): Remarks {
  const diagnostics = lastValue(text, 'diagnostics', isFields)
  const transformations = lastValue(text, 'input_transformations', Array.isArray)
  const management = lastValue(text, 'context_management', isFields)
  const reason = kindOf(diagnostics?.cache_miss_reason)
  const counts = transformations && countKinds(transformations)
  const edits = management && editsOf(management.applied_edits)
  return {
    ...(reason === undefined ? {} : { cacheMissReason: reason }),
    ...(counts && Object.keys(counts).length > 0 ? { inputTransformations: counts } : {}),
    ...(edits && edits.length > 0 ? { appliedEdits: edits } : {}),
  }
}

/** The last value of its kind under a name that is not empty. */
function lastValue<Value>(
  text: string,
  name: string,
  isWanted: (value: unknown) => value is Value,
): Value | undefined {
  const quoted = `"${name}"`
  let at = text.lastIndexOf(quoted)
  for (let looks = 0; at !== -1 && looks < mostLooks; looks++) {
    const value = parseAt(text, at + quoted.length)
    if (isWanted(value) && Object.keys(value as object).length > 0) return value
    at = at === 0 ? -1 : text.lastIndexOf(quoted, at - 1)
  }
  return undefined
}

/** The object or list behind a colon. */
function parseAt(text: string, from: number): unknown {
  const part = text.slice(from, from + maxChars)
  const start = /^\s{0,16}:\s{0,16}(?=[{[])/.exec(part)?.[0].length
  if (start === undefined) return undefined
  try {
    return JSON.parse(part.slice(start, endOf(part, start)))
  } catch (error) {
    // What looks like a remark inside somebody's text is none.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const signs = /"(?:[^"\\]|\\.)*"|[{}[\]]/g

/** Where what opens at `start` is closed; the end of the text where it is not. */
function endOf(text: string, start: number): number {
  let depth = 0
  for (const { 0: sign, index } of text.slice(start).matchAll(signs)) {
    if (sign === '{' || sign === '[') depth++
    if ((sign === '}' || sign === ']') && --depth === 0) return start + index + 1
  }
  return text.length
}

/** A word, or the type of an object. */
function kindOf(value: unknown): string | undefined {
  const kind = isFields(value) ? value.type : value
  return typeof kind === 'string' && word.test(kind) ? kind : undefined
}

function countKinds(list: readonly unknown[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const one of list.slice(0, 1000)) {
    if (!isFields(one)) continue
    const parts = [one.type ?? one.kind, one.reason]
      .map(kindOf)
      .filter((part) => part !== undefined)
    const kind = parts.join(':')
    if (kind !== '' && (counts.has(kind) || counts.size < mostKinds))
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

function editsOf(list: unknown): readonly Readonly<Record<string, string | number>>[] {
  if (!Array.isArray(list)) return []
  return list.filter(isFields).slice(0, mostKinds).map(plainFields)
}

function plainFields(edit: Fields): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(edit)
      .slice(0, mostKinds)
      .flatMap(([name, value]): [string, string | number][] => {
        if (!word.test(name)) return []
        if (typeof value === 'number') return [[name, value]]
        return typeof value === 'string' && word.test(value) ? [[name, value]] : []
      }),
  )
}
