import { phrase } from '../../phrase.ts'
import type { Option } from './command.ts'

/** As much of a field's JSON Schema as the command line reads. */
export interface Field {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  /** Of a list: what each of it is. */
  readonly items?: { readonly enum?: readonly string[] }
  readonly default?: unknown
}

/** The option that asks for a field. */
export function toOption(field: Field, isRequired: boolean): Option {
  return {
    type: field.type === 'boolean' ? 'boolean' : 'string',
    isMultiple: field.type === 'array',
    value: valueName(field),
    choices: choicesOf(field),
    description: field.description ?? '',
    facts: [
      ...(field.enum ? [field.enum.join(' | ')] : []),
      ...(field.default === undefined ? [] : [phrase`default ${JSON.stringify(field.default)}`]),
      ...(isRequired ? ['required'] : []),
    ],
  }
}

/** The values a field takes, where its schema lists them. */
export function choicesOf({ enum: own, items }: Field): readonly string[] {
  return own ?? items?.enum ?? []
}

function valueName({ type }: Field): string {
  if (type === 'integer' || type === 'number') return 'N'
  return type === 'object' ? 'JSON' : 'TEXT'
}
