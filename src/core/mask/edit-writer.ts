import { ownCopy } from '../text/content-memo.ts'
import { spliceJson } from '../text/json-splice.ts'
import { facet, type Remembered } from '../traffic/conversation-memory.ts'
import type { Edit, Path } from '../wire/conversation.ts'

/** A body up to the end of its last edit, and the rest of it, which is as it came. */
export interface WrittenBody {
  /** The very same text as for the request before, where that had the same beginning and edits. */
  readonly written: string
  /** On its own: it is remembered for longer than the body it was cut from. */
  readonly rest: string
}

export function wholeBody({ written, rest }: WrittenBody): string {
  return written + rest
}

/** Writes edits into the text of a request body. */
export type EditWriter = (
  memory: Remembered,
  field: string,
  body: string,
  edits: readonly Edit[],
) => WrittenBody

interface Last {
  readonly edits: readonly Edit[]
  /** The body up to the end of its last edit, as it came and as it was written. */
  readonly cameAs: string
  readonly wroteAs: string
}

/**
 * Between two commits a conversation only grows at its end: where the text up to the last edit and
 * the edits themselves are those of the request before, what was written for them is written again.
 */
export function editWriter(name = 'written'): EditWriter {
  const lastFacet = facet<Last>(name)
  return (memory, field, body, edits) => {
    if (edits.length === 0) return { written: '', rest: body }
    const last = memory.get(lastFacet)
    if (last && startsWith(body, last.cameAs) && areEqual(edits, last.edits))
      return { written: last.wroteAs, rest: ownCopy(body.slice(last.cameAs.length)) }
    const replacements = edits.map(({ path, value }) => ({
      path: [field, ...path],
      json: JSON.stringify(value),
    }))
    const spliced = spliceJson(body, replacements)
    if (!spliced) throw new Error('a path that was read cannot be written')
    const { head, lastEnd } = spliced
    const now = { edits, cameAs: body.slice(0, lastEnd), wroteAs: head }
    // A beginning holds on to all of its text.
    memory.set(lastFacet, now, body.length + head.length)
    return { written: head, rest: ownCopy(body.slice(lastEnd)) }
  }
}

/** Two whole texts are compared ten times as fast as a text with the beginning of another. */
function startsWith(text: string, beginning: string): boolean {
  return text.slice(0, beginning.length) === beginning
}

function areEqual(a: readonly Edit[], b: readonly Edit[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (const [index, edit] of a.entries()) {
    const other = b[index]
    if (edit === other) continue
    if (!other || !isSamePath(edit.path, other.path)) return false
    if (!isSameValue(edit.value, other.value)) return false
  }
  return true
}

/** Placeholders in parts are rebuilt for each request; their JSON is short. */
function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b)
}

function isSamePath(a: Path, b: Path): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
