import type { CatalogTool, JsonObject } from '../../../ports/store/catalog.ts'
import { isObject } from '../../text/json-splice.ts'
import { codeName } from './code-names.ts'

/** Deeper levels and further members are told as `object` and `…`: a signature is read, not compiled. */
const deepest = 4
const mostMembers = 40
const mostValues = 12

/** How much of a type is told. */
interface Extent {
  readonly depth: number
  /** Members that may be left out are told as `…`. */
  readonly onlyRequired: boolean
}

const extents: readonly Extent[] = [
  { depth: deepest, onlyRequired: false },
  { depth: 2, onlyRequired: false },
  { depth: 1, onlyRequired: false },
  { depth: 1, onlyRequired: true },
  { depth: 0, onlyRequired: true },
]

/**
 * A tool as code calls it, ever shorter:
 * `tools.fs.read_file(args: { path: string; head?: number }): Promise<{ content: string }>`.
 */
export function signaturesOf(
  tool: Pick<CatalogTool, 'server' | 'name' | 'inputSchema' | 'outputSchema'>,
): readonly string[] {
  return [...new Set(extents.map((extent) => signatureOf(tool, extent)))]
}

function signatureOf(
  {
    server,
    name,
    inputSchema,
    outputSchema,
  }: Pick<CatalogTool, 'server' | 'name' | 'inputSchema' | 'outputSchema'>,
  extent: Extent,
): string {
  const args = typeOf(inputSchema, extent)
  const result = outputSchema ? typeOf(outputSchema, extent) : 'unknown'
  const needsSome = Array.isArray(inputSchema.required) && inputSchema.required.length > 0
  return `tools.${codeName(server)}.${codeName(name)}(args${needsSome ? '' : '?'}: ${args}): Promise<${result}>`
}

/** A JSON Schema as a TypeScript type; what it cannot say is `unknown`. References are not followed. */
function typeOf(schema: unknown, extent: Extent): string {
  if (!isObject(schema)) return 'unknown'
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum))
    return union(schema.enum.slice(0, mostValues).map(literal), schema.enum.length > mostValues)
  const either = schema.anyOf ?? schema.oneOf
  if (Array.isArray(either))
    return union(
      either.slice(0, mostValues).map((one) => typeOf(one, extent)),
      false,
    )
  if (Array.isArray(schema.type))
    return union(
      schema.type.map((type) => typeOf({ ...schema, type }, extent)),
      false,
    )
  return plainType(schema, extent)
}

function plainType(schema: JsonObject, extent: Extent): string {
  switch (schema.type ?? (isObject(schema.properties) ? 'object' : undefined)) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array': {
      const item = typeOf(schema.items, below(extent))
      return /[ |]/.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectType(schema, extent)
    default:
      return 'unknown'
  }
}

function objectType(
  { properties, required, additionalProperties }: JsonObject,
  extent: Extent,
): string {
  const members = isObject(properties) ? Object.entries(properties) : []
  if (extent.depth <= 0) return 'object'
  if (members.length === 0)
    return isObject(additionalProperties)
      ? `Record<string, ${typeOf(additionalProperties, below(extent))}>`
      : 'object'
  const needed = new Set(Array.isArray(required) ? required : [])
  const ordered = members.toSorted(([a], [b]) => Number(needed.has(b)) - Number(needed.has(a)))
  const shown = ordered
    .filter(([name]) => needed.has(name) || !extent.onlyRequired)
    .slice(0, mostMembers)
  const texts = shown.map(
    ([name, child]) =>
      `${key(name)}${needed.has(name) ? '' : '?'}: ${typeOf(child, below(extent))}`,
  )
  const left = members.length - shown.length
  return `{ ${[...texts, ...(left > 0 ? [`/* ${left} more */`] : [])].join('; ')} }`
}

function below({ depth, onlyRequired }: Extent): Extent {
  return { depth: depth - 1, onlyRequired }
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value)
}

function union(types: readonly string[], isCut: boolean): string {
  const distinct = [...new Set(types)]
  if (distinct.includes('unknown') || distinct.length === 0) return 'unknown'
  return [...distinct, ...(isCut ? ['string'] : [])].join(' | ')
}
