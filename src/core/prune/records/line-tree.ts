import { firstFilled, isSpace, type Lines } from '../../text/lines.ts'

/** Which line each line stands under. */
export interface LineTree {
  /** The line above that encloses it, by indentation, drawing or title; -1 where none does. */
  readonly parent: Int32Array
  /** The last line that stands under it, or the line itself. */
  readonly last: Uint32Array
}

/** Reads indentation, drawn trees and the titles over blocks, in one pass; `starts` are the messages. */
export function readLineTree(lines: Lines, starts: Uint32Array): LineTree {
  const parent = new Int32Array(lines.count).fill(-1)
  const last = Uint32Array.from({ length: lines.count }, (_, line) => line)
  const open: Open[] = []
  const close = (depth: number, end: number): void => {
    for (let top = open.at(-1); top !== undefined && top.depth >= depth; top = open.at(-1)) {
      last[top.line] = end
      open.pop()
    }
  }
  let before = -1
  for (let line = 0; line < lines.count; line++) {
    const start = starts[line] ?? 0
    const end = Math.min(lines.ends[line] ?? 0, start + longestHead)
    const filled = firstFilled(lines.text, start, end)
    if (filled >= end) {
      endTitle(open, last, before)
      continue
    }
    const depth = depthOf({ text: lines.text, start, filled, end })
    close(depth, before < 0 ? line : before)
    const top = open.at(-1)
    if (top !== undefined) {
      parent[line] = top.line
      // What is indented under a title belongs to it as to any line; what follows does not.
      if (top.isTitle && !top.isUsed && depth > 0) top.depth = 0
      top.isUsed = true
    }
    open.push({ line, depth, isTitle: depth < 0, isUsed: false })
    before = line
  }
  close(-2, Math.max(0, before))
  joinParagraphs(lines, parent, last)
  return { parent, last }
}

/** Longer runs of lines are no paragraphs. */
const mostLines = 8

/** The first line of a short paragraph is the head of the others. */
function joinParagraphs(lines: Lines, parent: Int32Array, last: Uint32Array): void {
  let first = -1
  for (let line = 0; line <= lines.count; line++) {
    const isBlank = line === lines.count || lines.ends[line] === lines.starts[line]
    if (!isBlank && first < 0) first = line
    if (!isBlank || first < 0) continue
    if (line - first <= mostLines && line < lines.count)
      joinLines({ first, last: line - 1 }, parent, last)
    first = -1
  }
}

function joinLines(
  paragraph: { readonly first: number; readonly last: number },
  parent: Int32Array,
  last: Uint32Array,
): void {
  for (let line = paragraph.first + 1; line <= paragraph.last; line++) {
    if (parent[line] !== -1) continue
    parent[line] = paragraph.first
    last[paragraph.first] = paragraph.last
  }
}

interface Open {
  readonly line: number
  depth: number
  readonly isTitle: boolean
  isUsed: boolean
}

/** Of a longer line the beginning tells how far it is indented. */
const longestHead = 200

/** A blank line ends the block under a title at the left edge, once there is one. */
function endTitle(open: Open[], last: Uint32Array, before: number): void {
  const [outermost] = open
  if (outermost === undefined || !outermost.isTitle || !outermost.isUsed) return
  for (const one of open) last[one.line] = Math.max(before, one.line)
  open.length = 0
}

/** Blanks and what trees are drawn with. */
const edge = /^[\s│├└┬─╎┊|`+\\]*(?<=[\s│├└┬─╎┊`+\\]|^)/
/** A name over a block at the same depth: `[section]`, `;; ANSWER SECTION:`, `TASK [name] ***`, `== x ==`. */
const title =
  /^(?:\[[^\]\d][^\]]*\]\s*$|#{1,6} \S|;; \S.*:$|[=*_-]{2,} ?\S.*[=*_-]{2,}$|[A-Z]+ \[.*\] \*+|> Task |\S[^:=]*:$)/

/** The head of a line that is not blank. */
interface Head {
  readonly text: string
  readonly start: number
  /** Where the first character stands that is no blank. */
  readonly filled: number
  readonly end: number
}

/** How many columns stand before a line: blanks, and what trees are drawn with. */
function indentOf({ text, start, filled, end }: Head): number {
  const code = text.charCodeAt(filled)
  if (code < 0x80 && code !== 0x7c && code !== 0x60 && code !== 0x2b && code !== 0x5c)
    return filled - start
  return edge.exec(text.slice(start, end))?.[0].length ?? 0
}

/** Most lines are no titles, and a look at both ends tells. */
function mayBeTitle({ text, start, end }: Head): boolean {
  const last = text.charCodeAt(end - 1)
  return last === 0x3a || last === 0x2a || isSpace(last) || '[#;=*_->'.includes(text.charAt(start))
}

/** Twice the columns before a line, so that an item of a list stands under its key; titles above all. */
function depthOf(head: Head): number {
  const { text, start, end } = head
  const indent = indentOf(head)
  if (indent === 0 && mayBeTitle(head) && title.test(text.slice(start, end))) return -1
  const at = start + indent
  const isItem = at + 1 < end && text.startsWith('- ', at)
  return 2 * indent + (isItem ? 1 : 0)
}
