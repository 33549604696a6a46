/** A piece of a line of Markdown. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly parts: readonly Inline[] }
  /** `[1]`, the number of a source. */
  | { readonly kind: 'citation'; readonly marker: string }

/** In the order they are tried at each place; what none of them takes is text. */
const forms =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|(?<![\w*])\*([^*\s][^*\n]*)\*(?!\w)|(?<!\w)_([^_\s][^_\n]*)_(?!\w)|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|(\[\d+\])/g

/** A line as its pieces. Markup that is not closed, and HTML of any kind, stays text. */
export function parseInline(line: string): readonly Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const match of line.matchAll(forms)) {
    if (match.index > from) parts.push({ kind: 'text', text: line.slice(from, match.index) })
    parts.push(toInline(match))
    from = match.index + match[0].length
  }
  if (from < line.length) parts.push({ kind: 'text', text: line.slice(from) })
  return parts
}

function toInline(match: RegExpExecArray): Inline {
  const [whole, code, stars, bars, star, bar, label, href, marker] = match
  const strong = stars ?? bars
  const emphasis = star ?? bar
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', parts: parseInline(strong) }
  if (emphasis !== undefined) return { kind: 'emphasis', parts: parseInline(emphasis) }
  if (label !== undefined && href !== undefined)
    return { kind: 'link', href, parts: [{ kind: 'text', text: label }] }
  return marker === undefined ? { kind: 'text', text: whole } : { kind: 'citation', marker }
}
