/** One step through an XML text: the beginning or the end of an element, or text between them. */
type XmlStep =
  | {
      readonly kind: 'open'
      readonly name: string
      /** With a prefix only the attribute that is written with it: `r:id` beside `id`. */
      attribute(name: string, prefix?: string): string | undefined
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }

const pieces = /<([^<>]*)>|[^<]+/g

/** Walks an XML text from its beginning to its end; names and attributes without their prefix. */
function* xmlSteps(xml: string): Generator<XmlStep> {
  for (const [whole, tag] of xml.matchAll(pieces)) {
    if (tag === undefined) yield { kind: 'text', text: unescaped(whole) }
    else if (tag.startsWith('/')) yield { kind: 'close', name: localName(tag.slice(1)) }
    else if (!/^[?!]/.test(tag)) yield* opened(tag)
  }
}

function* opened(tag: string): Generator<XmlStep> {
  const isEmpty = tag.endsWith('/')
  const inner = isEmpty ? tag.slice(0, -1) : tag
  const name = localName(inner)
  yield { kind: 'open', name, attribute: (wanted, prefix) => attributeOf(inner, wanted, prefix) }
  if (isEmpty) yield { kind: 'close', name }
}

function localName(tag: string): string {
  return /^(?:[^\s:/]+:)?([^\s/]+)/.exec(tag)?.[1] ?? ''
}

function attributeOf(tag: string, wanted: string, prefix?: string): string | undefined {
  for (const [, before, name, double, single] of tag.matchAll(
    /\s(?:([\w.-]+):)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  ))
    if (name === wanted && (prefix === undefined || prefix === before))
      return unescaped(double ?? single ?? '')
  return undefined
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescaped(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? whole
    const isHex = name[1] === 'x' || name[1] === 'X'
    const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

type Opened = Extract<XmlStep, { kind: 'open' }>

/** What to do where an element begins or ends, by its name, and with text. */
interface XmlVisitor {
  readonly open?: Readonly<Record<string, (step: Opened) => void>>
  readonly close?: Readonly<Record<string, () => void>>
  text?(text: string): void
}

/** Walks an XML text and tells the visitor what it knows by name. */
export function walkXml(xml: string, { open = {}, close = {}, text }: XmlVisitor): void {
  for (const step of xmlSteps(xml)) {
    if (step.kind === 'text') text?.(step.text)
    else if (step.kind === 'open' && Object.hasOwn(open, step.name)) open[step.name]?.(step)
    else if (step.kind === 'close' && Object.hasOwn(close, step.name)) close[step.name]?.()
  }
}

/** Rows of cells as a table of Markdown, the first row as its head; empty rows stay out. */
export function tableRows(rows: readonly (readonly string[])[]): string {
  const lines = rows
    .map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()))
    .filter((cells) => cells.some((cell) => cell !== ''))
  const [head, ...rest] = lines.map((cells) => `| ${cells.join(' | ')} |`)
  if (head === undefined) return ''
  const rule = `|${' --- |'.repeat(lines[0]?.length ?? 1)}`
  return [head, rule, ...rest].join('\n')
}
