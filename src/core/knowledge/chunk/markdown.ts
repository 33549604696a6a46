import { frontMatter } from './front-matter.ts'
import { type Heading, leveled } from './leveled.ts'
import type { Section } from './section.ts'

/** One section per heading, `#` or underlined; what stands in a code fence is no heading. */
export function markdownSections(text: string): readonly Section[] {
  let fence: string | undefined
  let metadataLines = newlines(text.slice(0, frontMatter(text)?.end ?? 0))
  return leveled(text, (line, next) => {
    if (metadataLines > 0) {
      metadataLines -= 1
      return undefined
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      return undefined
    }
    fence = mark
    return headingOf(line, next)
  })
}

function headingOf(line: string, next: string): Heading | undefined {
  const atx = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line)
  if (atx) return { level: atx[1]?.length ?? 1, title: plain(atx[2] ?? '') }
  if (!/^ {0,3}[^\s>|*+-]/.test(line)) return undefined
  if (/^ {0,3}=+[ \t]*$/.test(next)) return { level: 1, title: plain(line) }
  if (/^ {0,3}-{2,}[ \t]*$/.test(next)) return { level: 2, title: plain(line) }
  return undefined
}

/** The words of a heading without link targets and emphasis. */
function plain(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`]+/g, '')
    .trim()
}

/** The title of the metadata at the top, or the first heading of the highest level. */
export function markdownTitle(text: string, sections: readonly Section[]): string | undefined {
  const named = frontMatter(text)?.title
  return named ?? sections.find(({ headingPath }) => headingPath.length === 1)?.headingPath[0]
}

function newlines(text: string): number {
  return text.split('\n').length - 1
}
