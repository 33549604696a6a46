/** One value inside a JSON text to replace, by its path, with another JSON text. */
export interface JsonReplacement {
  readonly path: readonly (string | number)[]
  readonly json: string
}

/** A text with its replacements made. */
export interface Spliced {
  /** All of it up to the end of the last replacement. */
  readonly head: string
  /** Where the last replaced value ended in the text that came in: from there on nothing changed. */
  readonly lastEnd: number
}

interface Node {
  /** What is looked for inside of it; absent where only its own place is. */
  children: Map<string | number, Node> | undefined
  readonly json: string
  /** Where the value stands; -1 until it is found. */
  start: number
  end: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * The same JSON with some values replaced, every other character as it was: spaces, order, repeated
 * keys, numbers of any length. `valid` must be a text that `JSON.parse` accepts. `undefined` when a
 * path does not exist. Where a key is repeated its last value counts, as it does for `JSON.parse`.
 */
export function spliceJson(
  valid: string,
  replacements: readonly JsonReplacement[],
): Spliced | undefined {
  const root = newNode('')
  const found = replacements.map((replacement) => plant(root, replacement))
  if (found.length > 0) visit(valid, skipSpace(valid, 0), root)
  if (found.some(({ start }) => start === -1)) return undefined
  const pieces: string[] = []
  let from = 0
  for (const { start, end, json } of found.sort((a, b) => a.start - b.start)) {
    pieces.push(valid.slice(from, start), json)
    from = end
  }
  return { head: pieces.join(''), lastEnd: from }
}

type Paths = readonly (readonly (string | number)[])[]

/** Where the values at these paths begin in a text that `JSON.parse` accepts; -1 for a path that is not there. */
export function jsonStarts(valid: string, paths: Paths): readonly number[] {
  return find(valid, paths).map(({ start }) => start)
}

/** Where a value begins, and the place behind it. */
export interface JsonRange {
  readonly start: number
  readonly end: number
}

/** Where they begin and end; `undefined` for a path that is not there. */
export function jsonRanges(valid: string, paths: Paths): readonly (JsonRange | undefined)[] {
  return find(valid, paths).map(({ start, end }) => (start === -1 ? undefined : { start, end }))
}

function find(valid: string, paths: Paths): readonly Node[] {
  const root = newNode('')
  const found = paths.map((path) => plant(root, { path, json: '' }))
  if (found.length > 0) visit(valid, skipSpace(valid, 0), root)
  return found
}

/** Adds a value to replace to the tree of what to look for. */
function plant(root: Node, { path, json }: JsonReplacement): Node {
  let node = root
  for (const key of path) {
    node.children ??= new Map()
    const next = node.children.get(key) ?? newNode(json)
    node.children.set(key, next)
    node = next
  }
  return node
}

function newNode(json: string): Node {
  return { children: undefined, json, start: -1, end: -1 }
}

/** Records the values that `node` asks for inside the value at `at`; gives the place behind it. */
function visit(text: string, at: number, node: Node): number {
  forget(node)
  node.start = at
  const first = node.children ? text.charCodeAt(at) : 0
  if (first === openBrace) node.end = visitObject(text, at, node)
  else if (first === openBracket) node.end = visitArray(text, at, node)
  else node.end = skipValue(text, at)
  return node.end
}

/** A repeated key starts over: nothing found under its first value counts. */
function forget(node: Node): void {
  if (node.start === -1) return
  node.start = -1
  for (const child of node.children?.values() ?? []) forget(child)
}

function visitObject(text: string, open: number, node: Node): number {
  const firsts = firstCodes(node)
  let at = skipSpace(text, open + 1)
  while (text.charCodeAt(at) === quote) {
    const keyEnd = skipString(text, at)
    const isWanted = firsts.includes(text.charCodeAt(at + 1))
    const child = isWanted ? node.children?.get(keyText(text, at, keyEnd)) : undefined
    at = skipSpace(text, skipSpace(text, keyEnd) + 1)
    at = skipSpace(text, child ? visit(text, at, child) : skipValue(text, at))
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return at + 1
}

/** With what a key must begin to be worth reading: there may be a million others. */
function firstCodes({ children }: Node): readonly number[] {
  const codes = [backslash, quote]
  for (const key of children?.keys() ?? []) {
    const code = String(key).charCodeAt(0)
    if (!codes.includes(code)) codes.push(code)
  }
  return codes
}

function visitArray(text: string, open: number, node: Node): number {
  let at = skipSpace(text, open + 1)
  for (let index = 0; at < text.length && text.charCodeAt(at) !== closeBracket; index++) {
    const child = node.children?.get(index)
    at = skipSpace(text, child ? visit(text, at, child) : skipValue(text, at))
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return at + 1
}

function keyText(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1)
  return key.includes('\\') ? String(JSON.parse(text.slice(start, end))) : key
}

function skipValue(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return skipString(text, start)
  if (first === openBrace || first === openBracket) return skipContainer(text, start)
  let at = start
  while (at < text.length && !isEnd(text.charCodeAt(at))) at++
  return at
}

/** Not recursive: a hundred thousand brackets must not exhaust the stack. */
function skipContainer(text: string, start: number): number {
  let depth = 0
  let at = start
  do {
    const code = text.charCodeAt(at)
    if (code === openBrace || code === openBracket) depth++
    else if (code === closeBrace || code === closeBracket) depth--
    at = code === quote ? skipString(text, at) : at + 1
  } while (depth > 0 && at < text.length)
  return at
}

function skipString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at + 1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
  return slashes % 2 === 1
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isEnd(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || isSpace(code)
}

/** Whether a value of JSON is an object: neither a list nor nothing. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
