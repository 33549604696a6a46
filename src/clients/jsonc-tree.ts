/** A value of a JSON text and where it stands; comments and trailing commas are allowed between values. */
export type JsonNode = ObjectNode | OtherNode

export interface ObjectNode {
  readonly kind: 'object'
  readonly start: number
  readonly end: number
  readonly members: readonly Member[]
  /** Where a comma stands behind the last member, if one does. */
  readonly hasTrailingComma: boolean
}

interface OtherNode {
  readonly kind: 'other'
  readonly start: number
  readonly end: number
  readonly value: unknown
}

export interface Member {
  readonly key: string
  readonly start: number
  readonly value: JsonNode
}

/** Reads a whole text; throws a SyntaxError where it is not JSON with comments. */
export function readJsonc(text: string): JsonNode {
  const start = skipBlank(text, text.startsWith('\uFEFF') ? 1 : 0)
  const node = readNode(text, start)
  if (skipBlank(text, node.end) < text.length) throw broken(text, node.end)
  return node
}

/** The plain value of a node. */
export function plainValue(node: JsonNode): unknown {
  if (node.kind === 'other') return node.value
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plainValue(value)]))
}

/** The next position that is neither white space nor inside a comment. */
function skipBlank(text: string, from: number): number {
  const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
  blank.lastIndex = from
  blank.exec(text)
  return blank.lastIndex
}

function readNode(text: string, start: number): JsonNode {
  if (text[start] === '{') return readObject(text, start)
  if (text[start] === '[') return readArray(text, start)
  const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y
  scalar.lastIndex = start
  const [found] = scalar.exec(text) ?? []
  if (found === undefined) throw broken(text, start)
  return { kind: 'other', start, end: start + found.length, value: JSON.parse(found) }
}

function readObject(text: string, start: number): ObjectNode {
  const members: Member[] = []
  const end = readList(text, start, '}', (at) => {
    const key = readNode(text, at)
    if (key.kind !== 'other' || typeof key.value !== 'string') throw broken(text, at)
    const colon = skipBlank(text, key.end)
    if (text[colon] !== ':') throw broken(text, colon)
    const value = readNode(text, skipBlank(text, colon + 1))
    members.push({ key: key.value, start: at, value })
    return value.end
  })
  const last = members.at(-1)
  const hasTrailingComma = last !== undefined && text[skipBlank(text, last.value.end)] === ','
  return { kind: 'object', start, end, members, hasTrailingComma }
}

function readArray(text: string, start: number): OtherNode {
  const value: unknown[] = []
  const end = readList(text, start, ']', (at) => {
    const item = readNode(text, at)
    value.push(plainValue(item))
    return item.end
  })
  return { kind: 'other', start, end, value }
}

/** Reads items and the commas between them; the position behind the closing bracket. */
function readList(
  text: string,
  start: number,
  close: '}' | ']',
  readItem: (at: number) => number,
): number {
  let at = skipBlank(text, start + 1)
  while (text[at] !== close) {
    at = skipBlank(text, readItem(at))
    if (text[at] === ',') at = skipBlank(text, at + 1)
    else if (text[at] !== close) throw broken(text, at)
  }
  return at + 1
}

function broken(text: string, at: number): SyntaxError {
  const line = text.slice(0, at).split('\n').length
  return new SyntaxError(`line ${line} is not JSON`)
}
