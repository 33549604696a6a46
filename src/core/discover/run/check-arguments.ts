import type { JsonObject } from '../../../ports/store/catalog.ts'
import type { SchemaValidator } from '../../../ports/tool-server.ts'
import { isObject } from '../../text/json-splice.ts'

/**
 * What is wrong with arguments, or `undefined`. Where some are still references to outputs, only what
 * is known already is checked: names, required ones, and each plain value by itself.
 */
export function argumentsProblem(
  validate: SchemaValidator,
  schema: JsonObject,
  args: JsonObject,
  isComplete: boolean,
): string | undefined {
  if (isComplete) return validate(schema, args)
  const properties = isObject(schema.properties) ? schema.properties : {}
  const required = Array.isArray(schema.required) ? schema.required : []
  const absent = required.find((name) => typeof name === 'string' && !Object.hasOwn(args, name))
  if (absent !== undefined) return `${absent} is required`
  for (const [name, value] of Object.entries(args)) {
    const problem = valueProblem(validate, schema, properties, name, value)
    if (problem !== undefined) return problem
  }
  return undefined
}

function valueProblem(
  validate: SchemaValidator,
  schema: JsonObject,
  properties: JsonObject,
  name: string,
  value: unknown,
): string | undefined {
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  if (own === undefined && schema.additionalProperties === false) return `${name} is not known`
  if (!isObject(own) || hasReference(value)) return undefined
  const problem = validate(withDefinitions(own, schema), value)
  return problem === undefined ? undefined : `${name}: ${problem}`
}

function withDefinitions(own: JsonObject, { $defs, definitions }: JsonObject): JsonObject {
  return { ...($defs ? { $defs } : {}), ...(definitions ? { definitions } : {}), ...own }
}

function hasReference(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('$ref' in value && typeof value.$ref === 'string') return true
  return Object.values(value).some(hasReference)
}
