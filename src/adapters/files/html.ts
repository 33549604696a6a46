import { withoutBoilerplate } from './boilerplate.ts'

/** A page of a site without its menus, heads and feet; a line of the result is the same line of the file. */
export function pageText(html: string): string {
  return stripHtml(withoutBoilerplate(withoutHidden(html)))
}

/** Tags leave, line breaks stay: a line of the result is the same line of the file. */
export function stripHtml(html: string): string {
  return withoutHidden(html)
    .replace(/<h([1-6])\b[^<>]*>/gi, (tag, level: string) => heading(tag, Number(level)))
    .replace(/<li\b[^<>]*>/gi, (tag) => `${keepLines(tag)}- `)
    .replace(/<\/?(?:td|th)\b[^<>]*>/gi, (tag) => `${keepLines(tag)} `)
    .replace(/<[a-z/!?][^<>]*>/gi, keepLines)
    .replace(/&(#x?[0-9a-f]+|[a-z][a-z0-9]*);/gi, entity)
    .replace(/(?<![ \t])[ \t]+(?=\r?\n|$)/g, '')
}

/** The `<title>`, as text. */
export function htmlTitle(html: string): string | undefined {
  const open = /<title\b[^<>]*>/i.exec(html)
  if (open === null) return undefined
  const rest = html.slice(open.index + open[0].length)
  const end = rest.search(/<\/title>/i)
  if (end === -1) return undefined
  return rest
    .slice(0, end)
    .replace(/\s+/g, ' ')
    .replace(/&(#x?[0-9a-f]+|[a-z][a-z0-9]*);/gi, entity)
    .trim()
}

const hiddenStart = /<!--|<(script|style|noscript|template|svg)\b/gi

/**
 * Comments, scripts and the like leave. Each end is looked for once, from its beginning on, so that a
 * page of a million beginnings costs no more than any other of its length.
 */
function withoutHidden(html: string): string {
  const unclosed = new Set<string>()
  let kept = ''
  let from = 0
  hiddenStart.lastIndex = 0
  for (let start = hiddenStart.exec(html); start !== null; start = hiddenStart.exec(html)) {
    const name = (start[1] ?? '').toLowerCase()
    const end = unclosed.has(name) ? -1 : endOfHidden(html, start.index, name)
    if (end === -1) {
      unclosed.add(name)
      continue
    }
    kept += html.slice(from, start.index) + keepLines(html.slice(start.index, end))
    from = end
    hiddenStart.lastIndex = end
  }
  return kept + html.slice(from)
}

function endOfHidden(html: string, start: number, name: string): number {
  const end = name === '' ? /-->/g : hiddenEnds[name]
  if (end === undefined) return -1
  end.lastIndex = start
  return end.test(html) ? end.lastIndex : -1
}

const hiddenEnds: Readonly<Record<string, RegExp>> = {
  script: /<\/script\s*>/gi,
  style: /<\/style\s*>/gi,
  noscript: /<\/noscript\s*>/gi,
  template: /<\/template\s*>/gi,
  svg: /<\/svg\s*>/gi,
}

function keepLines(tag: string): string {
  return tag.replace(/[^\n]/g, '')
}

function heading(tag: string, level: number): string {
  return `${keepLines(tag)}${'#'.repeat(level)} `
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mdash: '—',
  ndash: '–',
  hellip: '…',
  copy: '©',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ecirc: 'ê',
  ocirc: 'ô',
  rsquo: '’',
  lsquo: '‘',
  ldquo: '“',
  rdquo: '”',
}

function entity(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole
  const code = /^#x/i.test(name)
    ? Number.parseInt(name.slice(2), 16)
    : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}
