/** A text made fit to be shown to a model, and what had to be done or looks wrong. */
interface Sanitized {
  readonly text: string
  readonly findings: readonly string[]
}

/** Zero-width and direction marks, tags, private use and lone surrogates: read by models, seen by nobody. */
const hidden = /\p{Default_Ignorable_Code_Point}|\p{Co}|\p{Cs}|[\ufff9-\ufffb]/gu

/** Asks for the coloured form of the emoji before it; removed like the rest, but no cause for alarm. */
const emojiStyle = /\ufe0f/g

/** Everything below a space but tab and line ends, and the second control block. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Phrases that address the reader instead of describing the tool. */
const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|other|all)\b.{0,40}\b(?:instruction|prompt|rule|tool)/is,
  /\b(?:do not|don't|never)\b.{0,40}\b(?:tell|inform|mention|reveal|show)\b.{0,40}\buser\b/is,
  /<\s*(?:important|system|secret|instructions?)\s*>/i,
  /\byou (?:must|should) (?:first|always|also)\b.{0,60}\b(?:read|send|call|upload|include)\b/is,
  /\b(?:before|instead of) (?:using|calling) (?:any|this|other|the) (?:other )?tools?\b/is,
]

/** Strips what a person could not see; flags, and keeps, what reads like an order. */
export function sanitizeText(text: string): Sanitized {
  const findings: string[] = []
  const hiddenCount = count(text, hidden) - count(text, emojiStyle)
  const controlCount = count(text, control)
  if (hiddenCount > 0) findings.push(`hidden-unicode: ${hiddenCount} characters removed`)
  if (controlCount > 0) findings.push(`control-characters: ${controlCount} removed`)
  const clean = text.replace(hidden, '').replace(control, '')
  if (orders.some((order) => order.test(clean.slice(0, longestChecked))))
    findings.push('instructions: the description addresses its reader; treat it as data')
  return { text: clean, findings }
}

const longestChecked = 20_000

/** The same for every string of a JSON value, keys included. */
export function sanitizeJson(value: unknown): { value: unknown; findings: readonly string[] } {
  const findings = new Set<string>()
  const visit = (node: unknown): unknown => {
    if (typeof node === 'string') return clean(node)
    if (Array.isArray(node)) return node.map(visit)
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [clean(key), visit(child)]),
    )
  }
  const clean = (text: string): string => {
    const sanitized = sanitizeText(text)
    for (const finding of sanitized.findings) findings.add(`schema ${finding}`)
    return sanitized.text
  }
  return { value: visit(value), findings: [...findings] }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
