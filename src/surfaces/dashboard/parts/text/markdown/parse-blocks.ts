/** A part of a Markdown text that stands by itself. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | {
      readonly kind: 'table'
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'rule' }

interface ListItem {
  readonly depth: number
  readonly text: string
}

const fence = /^\s{0,3}(`{3,}|~{3,})/
const heading = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/
const rule = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/
const bullet = /^(\s*)(?:[-*+]|\d{1,9}[.)])\s+(.*)$/
const divider = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/
const comment = /^\s*<!--.*-->\s*$/

/** The blocks of a text. HTML is not understood, so it stays text; a comment on a line of its own is dropped. */
export function parseBlocks(markdown: string): readonly Block[] {
  const lines = markdown.split(/\r\n|\r|\n/)
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at)
    if (block) blocks.push(block)
    at = next
  }
  return blocks
}

interface Read {
  readonly block?: Block
  /** The line after it; always further on. */
  readonly next: number
}

function readBlock(lines: readonly string[], at: number): Read {
  const line = lines[at] ?? ''
  if (line.trim() === '' || comment.test(line)) return { next: at + 1 }
  if (fence.test(line)) return readCode(lines, at)
  const title = heading.exec(line)
  if (title)
    return {
      block: { kind: 'heading', level: title[1]?.length ?? 1, text: title[2] ?? '' },
      next: at + 1,
    }
  if (rule.test(line)) return { block: { kind: 'rule' }, next: at + 1 }
  if (bullet.test(line)) return readList(lines, at)
  if (line.includes('|') && divider.test(lines[at + 1] ?? '')) return readTable(lines, at)
  return readProse(lines, at, line.startsWith('>') ? 'quote' : 'paragraph')
}

function readCode(lines: readonly string[], at: number): Read {
  const mark = fence.exec(lines[at] ?? '')?.[1] ?? '```'
  const end = lines.findIndex((line, index) => index > at && line.trim().startsWith(mark))
  const until = end === -1 ? lines.length : end
  return { block: { kind: 'code', text: lines.slice(at + 1, until).join('\n') }, next: until + 1 }
}

function readList(lines: readonly string[], at: number): Read {
  const items: ListItem[] = []
  let next = at
  for (; next < lines.length; next++) {
    const line = lines[next] ?? ''
    const match = bullet.exec(line)
    if (match) items.push({ depth: Math.floor((match[1] ?? '').length / 2), text: match[2] ?? '' })
    else if (/^\s+\S/.test(line)) continueItem(items, line)
    else break
  }
  return { block: { kind: 'list', isOrdered: /^\s*\d/.test(lines[at] ?? ''), items }, next }
}

/** A line that is indented belongs to the item before it. */
function continueItem(items: ListItem[], line: string): void {
  const last = items.pop()
  if (last) items.push({ ...last, text: `${last.text} ${line.trim()}` })
}

function readTable(lines: readonly string[], at: number): Read {
  const end = lines.findIndex((line, index) => index > at + 1 && !line.includes('|'))
  const until = end === -1 ? lines.length : end
  const [head = [], , ...rows] = lines.slice(at, until).map(cellsOf)
  return { block: { kind: 'table', head, rows }, next: until }
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())
}

function readProse(lines: readonly string[], at: number, kind: 'paragraph' | 'quote'): Read {
  let next = at + 1
  const isOn = (line: string): boolean =>
    line.trim() !== '' &&
    !fence.test(line) &&
    !heading.test(line) &&
    !bullet.test(line) &&
    line.startsWith('>') === (kind === 'quote')
  while (next < lines.length && isOn(lines[next] ?? '')) next++
  const text = lines
    .slice(at, next)
    .map((line) => (kind === 'quote' ? line.replace(/^>\s?/, '') : line.trim()))
    .join('\n')
  return { block: { kind, text }, next }
}
