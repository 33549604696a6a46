import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { MadeCall } from '../catalog/value-flow.ts'
import { type ScriptToken, scriptTokens } from './script-tokens.ts'

/** A script whose values are inputs: what it does, without what it was done with. */
export interface ScriptForm {
  readonly code: string
  readonly inputs: readonly string[]
}

interface RanScript {
  readonly code: string
  readonly input: JsonObject
  readonly calls: readonly MadeCall[]
  /** Whether a value is one of those that the schema of a tool names itself. */
  isNamedBySchema(tool: string, parameter: string, value: unknown): boolean
}

/** Shorter texts stand inside others by chance. */
const shortestPart = 4
const longestCode = 20_000
/** Each literal is looked for in all that was passed. */
const mostLiterals = 200
const mostPassedChars = 200_000

/**
 * Every literal that reached a tool becomes an input, whole or as a part of an argument, and so does
 * what looks like a secret; comments go. `undefined` where the script cannot be read or has a name
 * `input` of its own.
 */
export function parameterise(script: RanScript): ScriptForm | undefined {
  const { code, input } = script
  if (code.length > longestCode || ownInput.test(code)) return undefined
  const tokens = scriptTokens(code)
  if (tokens === undefined) return undefined
  const literals = tokens.filter(({ kind }) => isLiteral(kind)).length
  const passed = passedValues(script)
  if (literals > mostLiterals || passed === undefined) return undefined
  const names = createNames(Object.keys(input))
  let form = ''
  let end = 0
  tokens.forEach((token, at) => {
    const written = code.slice(token.start, token.end)
    const text = replacement(token, written, { code, tokens, at, passed, names })
    if (text === undefined) return
    const between = code.slice(end, token.start)
    form += (token.kind === 'comment' ? between.trimEnd() : between) + text
    end = token.end
  })
  form += code.slice(end)
  const used = Object.keys(input).filter((name) => code.includes(name))
  return { code: form.trim(), inputs: [...used, ...names.given()] }
}

const ownInput =
  /\b(?:const|let|var|function|class)\s+input\b|[({,]\s*input\s*[,)}:=]|\binput\s*(?:=>|=[^=])/

interface Place {
  readonly code: string
  readonly tokens: readonly ScriptToken[]
  readonly at: number
  readonly passed: readonly Passed[]
  readonly names: Names
}

function replacement(token: ScriptToken, written: string, place: Place): string | undefined {
  if (token.kind === 'comment') return ''
  if (token.kind !== 'text' && token.kind !== 'number' && token.kind !== 'template')
    return undefined
  if (isKey(place)) return undefined
  const value = literalOf(token, written)
  if (value === undefined || value === '') return undefined
  const name = nameFor(value, place)
  if (name === undefined) return undefined
  const input = `input.${place.names.of(name, value)}`
  return token.kind === 'template' ? `\${${input}}` : input
}

function isLiteral(kind: ScriptToken['kind']): boolean {
  return kind === 'text' || kind === 'number' || kind === 'template'
}

/** The name of the parameter it reached, or of what the script keeps it in; `undefined` where it may stay. */
function nameFor(value: string | number, place: Place): string | undefined {
  const whole = place.passed.find((one) => one.value === value)
  if (whole) return whole.isNamedBySchema ? undefined : whole.parameter
  const isPart =
    typeof value === 'string' &&
    value.trim().length >= shortestPart &&
    place.passed.some((one) => typeof one.value === 'string' && one.value.includes(value))
  const holder = holderOf(place)
  const isSecret =
    typeof value === 'string' && (looksSecret(value) || secretName.test(holder ?? ''))
  return isPart || isSecret ? (holder ?? 'value') : undefined
}

const secretName = /pass|secret|token|key|auth|credential|pwd/i

/** Long, in one piece, and of letters and digits mixed: chosen by a machine. */
function looksSecret(text: string): boolean {
  return text.length >= 16 && !/\s/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text)
}

/** `folder` of `const folder = '…'` and of `{ folder: '…' }`. */
function holderOf({ code, tokens, at }: Place): string | undefined {
  const [name, sign] = [tokens[at - 2], tokens[at - 1]]
  if (name?.kind !== 'word' || sign === undefined) return undefined
  return /^[=:]$/.test(code.slice(sign.start, sign.end))
    ? code.slice(name.start, name.end)
    : undefined
}

/** `{ 'a b': … }`: a name in the script, not a value. */
function isKey({ code, tokens, at }: Place): boolean {
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  if (before === undefined || after === undefined) return false
  return (
    /^[{,]$/.test(code.slice(before.start, before.end)) &&
    code.slice(after.start, after.end) === ':'
  )
}

function literalOf({ kind }: ScriptToken, written: string): string | number | undefined {
  if (kind === 'number') return Number(written.replaceAll('_', ''))
  const inner = kind === 'text' ? written.slice(1, -1) : written
  return inner.includes('\\') ? unescaped(inner) : inner
}

/** What JSON can read; stranger escapes stay as they are written. */
function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"')}"`)
  } catch {
    return text
  }
}

interface Passed {
  readonly parameter: string
  readonly value: unknown
  readonly isNamedBySchema: boolean
}

/** What tools were given; `undefined` where it is too much to look through. */
function passedValues({ calls, isNamedBySchema }: RanScript): readonly Passed[] | undefined {
  const passed: Passed[] = []
  let chars = 0
  const visit = (tool: string, parameter: string, value: unknown): void => {
    if (chars > mostPassedChars) return
    chars += typeof value === 'string' ? value.length : 1
    if (typeof value === 'string' || typeof value === 'number')
      passed.push({ parameter, value, isNamedBySchema: isNamedBySchema(tool, parameter, value) })
    else for (const [name, child] of childrenOf(parameter, value)) visit(tool, name, child)
  }
  for (const { tool, args } of calls)
    for (const [name, value] of Object.entries(args)) visit(tool, name, value)
  return chars > mostPassedChars ? undefined : passed
}

/** What a value holds, each under its name; the items of a list have that of the list. */
function childrenOf(
  parameter: string,
  value: unknown,
): readonly (readonly [name: string, child: unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value.map((item) => [parameter, item]) : Object.entries(value)
}

interface Names {
  of(name: string, value: string | number): string
  given(): readonly string[]
}

/** One input for one value; a name that another value has is counted on. */
function createNames(taken: readonly string[]): Names {
  const values = new Map<string, unknown>(taken.map((name) => [name, undefined]))
  return {
    of(written, value) {
      const name = /^[A-Za-z_$][\w$]*$/.test(written) ? written : 'value'
      for (let number = 1; ; number++) {
        const candidate = number === 1 ? name : `${name}${number}`
        if (values.has(candidate) && values.get(candidate) !== value) continue
        values.set(candidate, value)
        return candidate
      }
    },
    given: () => [...values.keys()].slice(taken.length),
  }
}
