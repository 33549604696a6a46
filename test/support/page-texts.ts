import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

export interface PageTexts {
  /** Messages given to `say` and `sayWith`. */
  readonly said: readonly string[]
  /** What a person would read and no catalogue holds, with its file. */
  readonly unsaid: readonly string[]
}

/** Attributes of elements and components that a person reads or hears. */
const readAttributes = /^(?:aria-label|title|placeholder|label|sure|alt|none|any|empty)$/

/** Commands, addresses, keys of a keyboard and names of programs are the same in every language. */
const sameEverywhere =
  /^(?:tamis |npm |codex |claude |curl |[A-Z_]+_(?:URL|TOKEN)|https?:|#\/|\/|docs$|JSON$|Tamis$|Ctrl K$|Enter$|Esc(?:ape)?$|Arrow|[a-z]+\.[a-z_]+$|input, |fold \{\}$|\{\} (?:ms|s|· Tamis)$|Claude Code$|Codex$|Gemini CLI$|Qwen Code$|OpenAI SDKs$)/

/** A sentence, or a word with a capital. */
const looksRead = /\p{L}{2,}[,.:;’]* \p{L}|^[A-Z][a-z]+(?: |$)|^\p{L}+\.$/u

/** Every text in the sources of the page, by whether it goes through the catalogue. */
export function pageTexts(folder: string): PageTexts {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.(?:test|d)\.tsx?$|prune\/example\.ts|locale\//.test(name),
  )
  const said: string[] = []
  const unsaid: string[] = []
  for (const name of files) {
    const { program } = parseSync(name, readFileSync(join(folder, name), 'utf8'))
    walk(program, {
      isShown: false,
      onSaid: (text) => said.push(text),
      onUnsaid: (text) => unsaid.push(`${name}: ${text.trim().replaceAll(/\s+/g, ' ')}`),
    })
  }
  return { said: [...new Set(said)], unsaid }
}

interface Place {
  /** Whether the value is drawn as it is. */
  readonly isShown: boolean
  onSaid(text: string): void
  onUnsaid(text: string): void
}

function walk(value: unknown, place: Place): void {
  if (Array.isArray(value)) {
    for (const one of value) walk(one, place)
    return
  }
  if (!isNode(value) || isSkipped(value)) return
  if (isSaying(value)) {
    const [message, ...rest] = value.arguments as readonly Node[]
    if (message?.type === 'Literal') place.onSaid(String(message.value))
    walk(rest, place)
    return
  }
  const text = textOf(value)
  if (text !== undefined && isRead(text, value.type, place.isShown)) place.onUnsaid(text)
  for (const [field, inner] of Object.entries(value))
    walk(inner, { ...place, isShown: isShownIn(value, field, place.isShown) })
}

/** Types, imports, comparisons, and attributes nobody reads. */
function isSkipped({ type, name, value }: Node): boolean {
  if (type === 'ImportDeclaration') return true
  if (type.startsWith('TS')) return !/^TS(?:As|Satisfies)Expression$/.test(type)
  if (type === 'BinaryExpression') return true
  if (type !== 'JSXAttribute') return false
  if (nameOf(name) === 'class') return true
  return isNode(value) && value.type === 'Literal' && !readAttributes.test(nameOf(name))
}

function isSaying({ type, callee }: Node): boolean {
  return type === 'CallExpression' && /^say(?:With)?$/.test(nameOf(callee))
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'JSXText' || type === 'Literal') return typeof value === 'string' ? value : undefined
  if (type !== 'TemplateLiteral') return undefined
  const parts = quasis as readonly { readonly value: { readonly cooked: string } }[]
  return parts.map(({ value: { cooked } }) => cooked).join('{}')
}

function isRead(text: string, type: string, isShown: boolean): boolean {
  const plain = text.trim()
  if (!/\p{L}{2}/u.test(plain.replaceAll('{}', '')) || sameEverywhere.test(plain)) return false
  if (type === 'JSXText') return true
  if (type === 'TemplateLiteral') return /(?:^|\s)\p{L}{2,}(?:\s|$)/u.test(plain)
  return isShown || looksRead.test(plain)
}

/** A value stays drawn through branches; what is compared, called or given to other attributes is not. */
function isShownIn({ type, name }: Node, field: string, isShown: boolean): boolean {
  if (type === 'JSXExpressionContainer') return isShown
  if (type === 'JSXElement' || type === 'JSXFragment') return field === 'children'
  if (type === 'JSXAttribute') return readAttributes.test(nameOf(name))
  if (type === 'ConditionalExpression') return isShown && field !== 'test'
  if (type === 'LogicalExpression') return isShown && field === 'right'
  return false
}

function nameOf(value: unknown): string {
  return isNode(value) ? String(value.name) : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
