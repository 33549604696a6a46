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
const templatePiece = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y

/** The pieces of a script in order, without blanks; `undefined` where it cannot be read. */
export function scriptTokens(code: string): readonly ScriptToken[] | undefined {
  const tokens: ScriptToken[] = []
  /** Braces open inside each `${` of the templates around. */
  const templates: number[] = []
  let at = 0
  const push = (kind: ScriptToken['kind'], end: number): void => {
    tokens.push({ kind, start: at, end })
    at = end
  }
  const template = (): boolean => {
    const end = match(templatePiece, code, at)
    if (end === undefined) return false
    push('template', end)
    if (code[at] === '`') {
      at += 1
      return true
    }
    if (!code.startsWith('${', at)) return false
    at += 2
    templates.push(0)
    return true
  }
  while (at < code.length) {
    const sign = code[at] ?? ''
    if (/\s/.test(sign)) {
      at += 1
      continue
    }
    if (sign === '}' && templates.at(-1) === 0) {
      templates.pop()
      at += 1
      if (!template()) return undefined
      continue
    }
    if (sign === '`') {
      at += 1
      if (!template()) return undefined
      continue
    }
    const found = pieces
      .map(([kind, one]) => [kind, match(one, code, at)] as const)
      .find(([, end]) => end !== undefined && end > at)
    const isPattern = sign === '/' && found === undefined && mayBePattern(code, tokens.at(-1))
    const patternEnd = isPattern ? match(pattern, code, at) : undefined
    if (found?.[1] !== undefined) push(found[0], found[1])
    else if (patternEnd !== undefined) push('pattern', patternEnd)
    else if (sign === "'" || sign === '"') return undefined
    else {
      const depth = templates.at(-1)
      if (depth !== undefined && (sign === '{' || sign === '}'))
        templates[templates.length - 1] = depth + (sign === '{' ? 1 : -1)
      push('sign', at + 1)
    }
  }
  return templates.length === 0 ? tokens : undefined
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
