import { leveled } from './leveled.ts'
import { type Section, type SectionStart, sectionsFrom } from './section.ts'

/** Org headlines: stars, then a title. */
export function orgSections(text: string): readonly Section[] {
  return leveled(text, (line) => {
    const found = /^(\*+)[ \t]+(?:TODO |DONE )?(.+?)(?:[ \t]+:[\w@:]+:)?[ \t]*$/.exec(line)
    return found && { level: found[1]?.length ?? 1, title: found[2] ?? '' }
  })
}

/** reStructuredText titles: a line over punctuation at least as long; levels by first use. */
export function rstSections(text: string): readonly Section[] {
  const marks: string[] = []
  return leveled(text, (line, next) => {
    const under = /^([=\-~^"'`#*+.:_])\1{2,}[ \t]*$/.exec(next)
    if (!under || line.trim() === '' || next.trim().length < line.trim().length) return null
    const mark = under[1] ?? ''
    if (!marks.includes(mark)) marks.push(mark)
    return { level: marks.indexOf(mark) + 1, title: line.trim() }
  })
}

/** One section per page, pages being separated by form feeds. */
export function pageSections(text: string): readonly Section[] {
  const starts: SectionStart[] = [{ start: 0, headingPath: [], page: 1 }]
  for (let at = text.indexOf('\f'); at !== -1; at = text.indexOf('\f', at + 1))
    starts.push({ start: at + 1, headingPath: [], page: starts.length + 1 })
  return sectionsFrom(text, starts)
}

/** One section per key of the first level: JSON with line breaks, YAML, and tables of TOML. */
export function keySections(text: string): readonly Section[] {
  const isJson = /^\s*[[{]/.test(text) && !/^\s*\[[\w."-]+\]\s*$/m.test(text)
  const key = isJson
    ? /^(?: {1,4}|\t)"([^"]+)"\s*:/
    : /^(?:\[\[?([^\]]+)\]\]?\s*(?:#.*)?|["']?([\w./-]+)["']?\s*(?::(?=\s|$)|=).*)$/
  let isInTable = false
  return leveled(text, (line) => {
    const found = key.exec(line)
    if (!found) return null
    const table = isJson ? undefined : found[1]
    isInTable ||= table !== undefined
    // Below a `[table]`, keys belong to it.
    if (isInTable && table === undefined && !isJson) return null
    return { level: 1, title: table ?? found[1] ?? found[2] ?? '' }
  })
}
