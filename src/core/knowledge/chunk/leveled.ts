import { lineAt, splitLines } from '../../text/lines.ts'
import { type Section, type SectionStart, sectionsFrom } from './section.ts'

export interface Heading {
  /** From 1, the highest. */
  readonly level: number
  readonly title: string
}

/** One section per line that is a heading, under those of higher levels before it. */
export function leveled(
  text: string,
  headingOf: (line: string, next: string) => Heading | null | undefined,
): readonly Section[] {
  const lines = splitLines(text)
  const path: (string | undefined)[] = []
  const starts: SectionStart[] = []
  for (let at = 0; at < lines.count; at++) {
    const heading = headingOf(lineAt(lines, at), at + 1 < lines.count ? lineAt(lines, at + 1) : '')
    if (!heading) continue
    path.length = heading.level - 1
    path[heading.level - 1] = heading.title
    starts.push({
      start: lines.starts[at] ?? 0,
      headingPath: path.filter((title) => title !== undefined),
    })
  }
  return sectionsFrom(text, starts)
}
