/** A text the model can see, and the same without the numbers a reader puts before its lines. */
export interface Visible {
  readonly text: string
  readonly plain: string
}

const numbered = /^[ \t]*\d{1,7}(?:→|\t|\||: ?|-)/gm

/** Numbers are taken off where most lines carry one. */
export function toVisible(text: string): Visible {
  const lines = count(text, '\n') + 1
  const numbers = text.match(numbered)?.length ?? 0
  return { text, plain: numbers * 2 > lines ? text.replaceAll(numbered, '') : text }
}

/**
 * Whether every line of a text can be seen, in order: all of it in one place, or each line together
 * with the line after it, as where one file was read in two parts or changed since. The first and
 * the last line may be parts of lines. One pass over what is visible.
 */
export function isVisibleInOrder(wanted: string, visible: readonly Visible[]): boolean {
  const sought = wanted.replaceAll('\r\n', '\n')
  if (visible.some(({ text, plain }) => text.includes(sought) || plain.includes(sought)))
    return true
  const lines = sought.split('\n')
  if (lines.length < 3) return false
  const ends = [pair(lines, 0), pair(lines, lines.length - 2)]
  if (!ends.every((end) => visible.some(({ plain }) => plain.includes(end)))) return false
  const missing = new Set<string>()
  for (let at = 1; at < lines.length - 2; at++) missing.add(pair(lines, at))
  for (const { plain } of visible) {
    if (missing.size === 0) return true
    const seen = plain.split('\n')
    for (let at = 0; at + 1 < seen.length; at++) missing.delete(pair(seen, at))
  }
  return missing.size === 0
}

function pair(lines: readonly string[], at: number): string {
  return `${lines[at]}\n${lines[at + 1]}`
}

function count(text: string, part: string): number {
  let found = 0
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++
  return found
}
