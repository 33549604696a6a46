import { say } from '../../locale/say.ts'

/** One field of a form made from a JSON schema. */
export interface SchemaField {
  readonly name: string
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'json'
  readonly description: string
  readonly isRequired: boolean
  readonly choices: readonly string[]
  /** What the field holds at first, as a person would type it. */
  readonly initial: string
}

type Fields = Readonly<Record<string, unknown>>

/** The parameters of a tool as fields; whatever is not plain is typed as JSON. */
export function schemaFields(schema: unknown): readonly SchemaField[] {
  const { properties, required } = fieldsOf(schema)
  const names = Array.isArray(required) ? required : []
  return Object.entries(fieldsOf(properties)).map(([name, value]) => {
    const { type, description, enum: choices, default: initial } = fieldsOf(value)
    const texts = Array.isArray(choices) ? choices.filter((one) => typeof one === 'string') : []
    return {
      name,
      kind: texts.length > 0 ? 'choice' : kindOf(type),
      description: typeof description === 'string' ? description : '',
      isRequired: names.includes(name),
      choices: texts,
      initial:
        initial === undefined
          ? ''
          : typeof initial === 'string'
            ? initial
            : JSON.stringify(initial),
    }
  })
}

/** What was typed as arguments; empty fields are left out. Throws a `SyntaxError` that names the field. */
export function argumentsOf(
  fields: readonly SchemaField[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const given = fields.flatMap((field): [string, unknown][] => {
    const text = typed[field.name] ?? field.initial
    return text.trim() === '' ? [] : [[field.name, typedValue(field, text)]]
  })
  return Object.fromEntries(given)
}

function typedValue({ name, kind }: SchemaField, text: string): unknown {
  if (kind === 'text' || kind === 'choice') return text
  if (kind === 'flag') return text === 'true'
  if (kind === 'number' && Number.isFinite(Number(text))) return Number(text)
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(
      kind === 'number' ? say('{} is not a number', name) : say('{} is not JSON', name),
    )
  }
}

function kindOf(type: unknown): SchemaField['kind'] {
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'flag' : 'json'
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}
