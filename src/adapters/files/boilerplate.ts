/** An element of a page, from the first character of its first tag to the last of its last. */
interface Element {
  readonly name: string
  readonly role: string
  readonly start: number
  readonly end: number
}

const tags = /<(\/?)(main|article|nav|footer|aside|header|div|section|form)\b([^<>]*)>/gi
const frameRoles = /^(?:navigation|banner|contentinfo|complementary|search)$/
const frameNames = /^(?:nav|footer|aside)$/
/** Characters of text that a page must have for its main part to be believed. */
const leastText = 200

/**
 * A page without what stands on every page of its site: menus, heads, feet and side columns leave,
 * line breaks stay. A page that says which part is its own keeps that part alone.
 */
export function withoutBoilerplate(html: string): string {
  const elements = elementsOf(html)
  const own = ownPart(html, elements)
  const frames = elements.filter((element) => isFrame(html, element, own !== undefined))
  const cut = own
    ? [{ start: 0, end: own.start }, ...frames, { start: own.end, end: html.length }]
    : frames
  return blanked(html, cut)
}

/** Elements that are closed, in the order of their ends. */
function elementsOf(html: string): readonly Element[] {
  const open = new Map<string, Omit<Element, 'end'>[]>()
  const elements: Element[] = []
  for (const { 0: tag, 1: slash, 2: written = '', 3: attributes = '', index } of html.matchAll(
    tags,
  )) {
    const name = written.toLowerCase()
    const waiting = open.get(name) ?? []
    open.set(name, waiting)
    if (slash === '') waiting.push({ name, role: roleOf(attributes), start: index })
    else {
      const first = waiting.pop()
      if (first) elements.push({ ...first, end: index + tag.length })
    }
  }
  return elements
}

function roleOf(attributes: string): string {
  return /\srole\s*=\s*["']?([a-z]+)/i.exec(attributes)?.[1]?.toLowerCase() ?? ''
}

/** The main part, or the only article; one that holds next to nothing is filled by a script, and is none. */
function ownPart(html: string, elements: readonly Element[]): Element | undefined {
  const mains = elements.filter(({ name, role }) => name === 'main' || role === 'main')
  const articles = elements.filter(({ name }) => name === 'article')
  const [only, another] = mains.length > 0 ? mains : articles
  if (only === undefined || another !== undefined) return undefined
  const text = html
    .slice(only.start, only.end)
    .replace(/<[^<>]*>/g, '')
    .trim()
  return text.length >= leastText ? only : undefined
}

function isFrame(html: string, { name, role, start, end }: Element, isInOwn: boolean): boolean {
  if (name === 'nav' || role === 'navigation') return true
  // Notes beside a text and the head of an article are a part of it.
  if (isInOwn) return false
  if (name === 'header') return !/<h1\b/i.test(html.slice(start, end))
  return frameNames.test(name) || frameRoles.test(role)
}

function blanked(
  html: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): string {
  let kept = ''
  let from = 0
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end <= from) continue
    kept += html.slice(from, Math.max(from, start))
    kept += html.slice(Math.max(from, start), end).replace(/[^\n]/g, '')
    from = end
  }
  return kept + html.slice(from)
}
