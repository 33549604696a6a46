/** A piece of a script. `template` is a piece of text between `${…}` of a template. */
export interface ScriptToken {
  readonly kind: 'text' | 'template' | 'number' | 'word' | 'sign' | 'comment' | 'pattern'
  readonly start: number
  readonly end: number
}

/** What may stand before a regular expression; after anything else `/` divides. */
const beforePattern =
  /^(?:return|typeof|case|in|of|await|delete|void|new|do|else|yield|throw|instanceof)$/

const pieces: readonly (readonly [kind: ScriptToken['kind'], pattern: RegExp])[] = [
  ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//y],
  ['text', /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y],
  ['number', /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d+)?)n?/iy],
  ['word', /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy],
]
const pattern = /\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+\/[a-z]*/y
const blanks = /\s+/y
const templatePiece = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y

/** The pieces of a script in order, without blanks; `undefined` where it cannot be read. */
export function scriptTokens(code: string): readonly ScriptToken[] | undefined {
  const tokens: ScriptToken[] = []
  /** Braces open inside each `${` of the templates around. */
  const templates: number[] = []
  for (let at = afterBlanks(code, 0); at < code.length; at = afterBlanks(code, at)) {
    const sign = code[at] ?? ''
    const isTemplateAgain = sign === '}' && templates.at(-1) === 0
    if (isTemplateAgain) templates.pop()
    const isTemplate = sign === '`' || isTemplateAgain
    const token = isTemplate ? templateAt(code, at + 1) : tokenAt(code, at, tokens.at(-1))
    if (token === undefined) return undefined
    tokens.push(token)
    if (token.kind === 'sign') countBrace(sign, templates)
    at = isTemplate ? afterTemplate(code, token.end, templates) : token.end
  }
  return templates.length === 0 ? tokens : undefined
}

/** A piece of a template up to its end or the next `${`; `undefined` where neither comes. */
function templateAt(code: string, start: number): ScriptToken | undefined {
  const end = match(templatePiece, code, start)
  if (end === undefined || !(code[end] === '`' || code.startsWith('${', end))) return undefined
  return { kind: 'template', start, end }
}

/** Where the script goes on after a piece of a template. */
function afterTemplate(code: string, end: number, templates: number[]): number {
  if (code[end] === '`') return end + 1
  templates.push(0)
  return end + 2
}

function afterBlanks(code: string, at: number): number {
  return match(blanks, code, at) ?? at
}

/** The piece that begins here, a sign if nothing else; `undefined` for a text that does not end. */
function tokenAt(
  code: string,
  start: number,
  before: ScriptToken | undefined,
): ScriptToken | undefined {
  for (const [kind, one] of pieces) {
    const end = match(one, code, start)
    if (end !== undefined && end > start) return { kind, start, end }
  }
  const sign = code[start] ?? ''
  if (sign === "'" || sign === '"') return undefined
  const isPattern = sign === '/' && mayBePattern(code, before)
  const end = isPattern ? match(pattern, code, start) : undefined
  return end === undefined
    ? { kind: 'sign', start, end: start + 1 }
    : { kind: 'pattern', start, end }
}

function countBrace(sign: string, templates: number[]): void {
  const depth = templates.at(-1)
  if (depth === undefined) return
  if (sign === '{') templates[templates.length - 1] = depth + 1
  if (sign === '}') templates[templates.length - 1] = depth - 1
}

function match(one: RegExp, code: string, at: number): number | undefined {
  one.lastIndex = at
  return one.test(code) ? one.lastIndex : undefined
}

function mayBePattern(code: string, before: ScriptToken | undefined): boolean {
  if (before === undefined) return true
  const text = code.slice(before.start, before.end)
  if (before.kind === 'word') return beforePattern.test(text)
  return before.kind === 'sign' && !/[)\]}]/.test(text)
}
