/** Tags leave, line breaks stay: a line of the result is the same line of the file. */
export function stripHtml(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, keepLines)
    .replace(/<(script|style|noscript|template|svg)\b[\s\S]*?<\/\1\s*>/gi, keepLines)
    .replace(/<h([1-6])\b[^>]*>/gi, (tag, level: string) => heading(tag, Number(level)))
    .replace(/<li\b[^>]*>/gi, (tag) => `${keepLines(tag)}- `)
    .replace(/<\/?(?:td|th)\b[^>]*>/gi, (tag) => `${keepLines(tag)} `)
    .replace(/<[a-z/!?][^>]*>/gi, keepLines)
    .replace(/&(#x?[0-9a-f]+|[a-z][a-z0-9]*);/gi, entity)
    .replace(/[ \t]+(?=\r?\n|$)/g, '')
}

/** The `<title>`, as text. */
export function htmlTitle(html: string): string | undefined {
  const found = /<title\b[^>]*>([\s\S]*?)<\/title>/i.exec(html)?.[1]
  return found
    ?.replace(/\s+/g, ' ')
    .replace(/&(#x?[0-9a-f]+|[a-z][a-z0-9]*);/gi, entity)
    .trim()
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
