import { type Lines, lineAt } from '../../text/lines.ts'
import type { Unit } from '../units/score-units.ts'

/** The parts of a prose text; indexes are 0-based. */
export interface DocsOutline {
  /** 0 where the line is no heading, else its level from 1. */
  readonly headingLevel: Uint8Array
  /** 1 inside fenced code, its fences included. */
  readonly isFenced: Uint8Array
  readonly isBlank: Uint8Array
  /** A heading with all that stands under it, up to the next heading of any level. */
  readonly sections: readonly Unit[]
  /** Runs between blank lines; the heading of the section is their title. */
  readonly paragraphs: readonly Unit[]
}

/** Reads headings (Markdown, reStructuredText, AsciiDoc), fences and paragraphs. */
export function outlineDocs(lines: Lines): DocsOutline {
  const marks = markLines(lines)
  const sections = sectionsOf(marks, lines.count)
  const paragraphs = paragraphsOf(marks, sections)
  // Without headings, paragraphs are the only parts there are.
  return { ...marks, sections: sections.length > 1 ? sections : paragraphs, paragraphs }
}

type Marks = Pick<DocsOutline, 'headingLevel' | 'isFenced' | 'isBlank'>

function markLines(lines: Lines): Marks {
  const headingLevel = new Uint8Array(lines.count)
  const isFenced = new Uint8Array(lines.count)
  const isBlank = new Uint8Array(lines.count)
  let fence = ''
  for (let index = 0; index < lines.count; index++) {
    const line = lineAt(lines, index)
    if (line.trim() === '') isBlank[index] = 1
    const after = fenceAfter(fence, line)
    if (fence !== '' || after !== '') isFenced[index] = 1
    else headingLevel[index] = levelOf(lines, index, line)
    fence = after
  }
  return { headingLevel, isFenced, isBlank }
}

/** The fence that is open after this line: '```', '~~~' or none. */
function fenceAfter(open: string, line: string): string {
  const fence = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? ''
  if (open === '') return fence
  return fence === open ? '' : open
}

function levelOf(lines: Lines, index: number, line: string): number {
  const atx = /^ {0,3}(#{1,6}|={1,6}) +\S/.exec(line)
  if (atx !== null) return (atx[1] ?? '').length
  if (line.trim() === '' || index + 1 >= lines.count) return 0
  const below = lineAt(lines, index + 1)
  if (!/^([=~^"*+-])\1{2,}\s*$/.test(below) || below.trim().length + 2 < line.trim().length)
    return 0
  return below.startsWith('=') ? 1 : 2
}

function sectionsOf({ headingLevel }: Marks, count: number): Unit[] {
  const sections: Unit[] = []
  let first = 0
  for (let index = 1; index <= count; index++) {
    if (index < count && headingLevel[index] === 0) continue
    sections.push({ first, last: index - 1, title: headingLevel[first] === 0 ? -1 : first })
    first = index
  }
  return count === 0 ? [] : sections
}

function paragraphsOf(marks: Marks, sections: readonly Unit[]): Unit[] {
  return sections.flatMap((section) => {
    const paragraphs: Unit[] = []
    let first = section.first
    for (let index = section.first; index <= section.last; index++) {
      const isBreak = marks.isBlank[index] !== 0 && marks.isFenced[index] === 0
      if (!isBreak && index < section.last) continue
      if (index > section.first || !isBreak) paragraphs.push({ ...section, first, last: index })
      first = index + 1
    }
    return paragraphs
  })
}
