import { ownCopy } from '../../text/content-memo.ts'
import { type Spliced, spliceJson } from '../../text/json-splice.ts'
import { facet, type Remembered } from '../../traffic/conversation-memory.ts'
import type { Edit, Path } from '../../wire/conversation.ts'
import type { Beginning, BodyText } from './body-text.ts'

/** A body up to the end of its last edit or beyond, and the rest of it, which is unchanged. */
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
type EditWriter = (
  memory: Remembered,
  field: string,
  body: BodyText,
  edits: readonly Edit[],
) => WrittenBody

interface Last {
  readonly edits: readonly Edit[]
  /** The body up to the end of its last edit, as received and as it was written. */
  readonly cameAs: Beginning
  readonly wroteAs: string
}

/**
 * Between two commits a conversation only grows at its end: where the text up to the last edit and
 * the edits themselves are those of the request before, what was written for them is written again.
 */
export function editWriter(name = 'written'): EditWriter {
  const lastFacet = facet<Last>(name)
  return (memory, field, body, edits) => {
    if (edits.length === 0 && body.size < minCutChars) return { written: '', rest: body.whole() }
    const last = memory.get(lastFacet)
    if (last && body.startsWith(last.cameAs) && areEqual(edits, last.edits)) {
      const rest = body.after(last.cameAs)
      if (edits.length > 0 || rest.length < last.wroteAs.length)
        return { written: last.wroteAs, rest }
    }
    const text = body.whole()
    const { head, lastEnd } = edits.length === 0 ? mostOf(text) : spliced(text, field, edits)
    const cameAs = body.beginning(text.slice(0, lastEnd))
    // A beginning holds on to all of its body.
    memory.set(lastFacet, { edits, cameAs, wroteAs: head }, body.size + head.length)
    return { written: head, rest: ownCopy(text.slice(lastEnd)) }
  }
}

/** Shorter bodies without edits are not cut. */
const minCutChars = 20_000

function spliced(text: string, field: string, edits: readonly Edit[]): Spliced {
  const replacements = edits.map(({ path, value }) => ({
    path: [field, ...path],
    json: JSON.stringify(value),
  }))
  const found = spliceJson(text, replacements)
  if (!found) throw new Error('a path that was read cannot be written')
  return found
}

/** Without edits all but the newest part stays as it is: at a quote, which no character is cut by. */
function mostOf(text: string): Spliced {
  const lastEnd = Math.max(0, text.lastIndexOf('"', (text.length * 7) / 8))
  return { head: ownCopy(text.slice(0, lastEnd)), lastEnd }
}

function areEqual(a: readonly Edit[], b: readonly Edit[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  let index = 0
  for (const edit of a) {
    const other = b[index++]
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
