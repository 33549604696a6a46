import { z } from 'zod'
import { configSchema } from './schema.ts'

/** One setting of the schema, as files, the environment and the reference see it. */
export interface Setting {
  /** Path inside `Config`. */
  readonly path: readonly string[]
  /** The same in `tamis.toml`: section and key. */
  readonly key: string
  readonly env: readonly string[]
  readonly isSecret: boolean
  /** An address that may carry a password, which is then a secret. */
  readonly mayHoldPassword: boolean
  readonly description: string
  readonly defaultValue: unknown
  /** JSON type of the value. */
  readonly type: string
}

/** All settings, in the order of the schema. */
export const settings: readonly Setting[] = listSettings(configSchema, [])

/** `maxInputChars` → `max_input_chars`; a name in capitals, as of a variable, stays. */
export function toSnake(name: string): string {
  if (!/[a-z]/.test(name)) return name
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The value at `path` inside nested objects, or `undefined`. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    root,
  )
}

function listSettings(schema: z.ZodType, path: readonly string[]): readonly Setting[] {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, child]) =>
      listSettings(child as z.ZodType, [...path, name]),
    )
  return [toSetting(schema, path)]
}

function toSetting(schema: z.ZodType, path: readonly string[]): Setting {
  const meta = schema.meta() ?? {}
  const snake = path.map(toSnake)
  const json = (): z.core.JSONSchema.BaseSchema =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const env = Array.isArray(meta.env) ? (meta.env as string[]) : []
  return {
    path,
    key: snake.join('.'),
    env: [`TAMIS_${snake.join('_').toUpperCase()}`, ...env],
    isSecret: meta.isSecret === true,
    mayHoldPassword: meta.mayHoldPassword === true,
    description: schema.description ?? '',
    get defaultValue() {
      return json().default
    },
    get type() {
      const { type } = json()
      return typeof type === 'string' ? type : 'string'
    },
  }
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional
  )
    return unwrap(schema.def.innerType as z.ZodType)
  return schema
}
