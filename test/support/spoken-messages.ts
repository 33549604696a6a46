import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** Calls whose text reaches a person at the command line, and which of their arguments hold it. */
const speaking: Readonly<Record<string, readonly number[]>> = {
  EngineError: [1],
  UsageError: [0, 1],
  counted: [1, 2],
  english: [0],
  note: [0],
  problem: [0],
  refine: [1],
  regex: [1],
  say: [0],
  toColumns: [0],
  toPage: [0],
  url: [0],
}

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

/** Every message in these sources that the command line can show, with `{}` for each value. */
export function spokenMessages(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/\.(test|contract|d)\.ts$|dashboard/.test(name),
  )
  const found = files.flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    return walk(parseAst(source, { lang: 'ts' }) as unknown as Node)
  })
  return [...new Set(found)].filter(hasWords)
}

function walk(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(walk)
  if (!isNode(value)) return []
  return [...ownOf(value), ...Object.values(value).flatMap(walk)]
}

function ownOf(value: Node): readonly string[] {
  if (value.type === 'CallExpression' || value.type === 'NewExpression') return spokenBy(value)
  if (value.type === 'TaggedTemplateExpression')
    return (value.tag as Node).name === 'phrase' ? [keyOf(value.quasi as Node)] : []
  const check = value.type === 'ObjectExpression' ? propertiesOf(value) : undefined
  return check?.isFine ? ['name', 'found', 'fix'].flatMap((name) => textsOf(check[name])) : []
}

/** The values of an object by name; `isFine` is there in the checks of `tamis doctor` alone. */
function propertiesOf({ properties }: Node): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    (properties as readonly Node[]).flatMap(({ key, value }) =>
      isNode(key) ? [[String(key.name), value]] : [],
    ),
  )
}

function spokenBy(call: Node): readonly string[] {
  const callee = call.callee as Node
  const name = String(
    (callee.type === 'MemberExpression' ? (callee.property as Node) : callee).name,
  )
  const positions = Object.hasOwn(speaking, name) ? (speaking[name] ?? []) : []
  const given = call.arguments as readonly unknown[]
  const said = positions.flatMap((at) => textsOf(given[at]))
  return name === 'EngineError' ? [...said, ...hintsOf(given[2])] : said
}

function hintsOf(options: unknown): readonly string[] {
  return isNode(options) && options.type === 'ObjectExpression'
    ? textsOf(propertiesOf(options).hint)
    : []
}

/** The texts an expression can be; one that is computed elsewhere is not seen here. */
function textsOf(value: unknown): readonly string[] {
  if (!isNode(value)) return []
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : []
  if (value.type === 'ArrayExpression')
    return (value.elements as readonly unknown[]).flatMap(textsOf)
  // What a schema says of a value it refuses.
  if (value.type === 'ObjectExpression') return textsOf(propertiesOf(value).message)
  if (value.type === 'ConditionalExpression')
    return [...textsOf(value.consequent), ...textsOf(value.alternate)]
  if (value.type !== 'TemplateLiteral') return []
  const key = keyOf(value)
  if (key.includes('{}') && hasWords(key))
    throw new Error(`A message with values is a phrase: ${key}`)
  return [key]
}

/** The text of a template, with `{}` for each value. */
function keyOf({ quasis }: Node): string {
  const parts = quasis as readonly { readonly value: { readonly cooked: string } }[]
  return parts.map(({ value: { cooked } }) => cooked).join('{}')
}

/** Signs and spaces need no translation, but for those that stand apart in some languages. */
function hasWords(message: string): boolean {
  return /\p{L}{2}|[:;]/u.test(message.replaceAll('{}', ''))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
