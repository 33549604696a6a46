import { isFields } from '../../wire/content.ts'

/**
 * The arguments of a call with their long strings replaced. Short ones stay, so that the model still
 * sees which file or command it was. `undefined` when the arguments are not an object.
 */
export function clearInput(input: unknown, minChars: number, placeholder: string): unknown {
  const fields = typeof input === 'string' ? parseFields(input) : input
  if (!isFields(fields)) return undefined
  const cleared = Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, shorten(value, minChars, placeholder)]),
  )
  return typeof input === 'string' ? JSON.stringify(cleared) : cleared
}

function shorten(value: unknown, minChars: number, placeholder: string): unknown {
  if (typeof value === 'string') return value.length >= minChars ? placeholder : value
  if (Array.isArray(value)) return value.map((item) => shorten(item, minChars, placeholder))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, shorten(item, minChars, placeholder)]),
  )
}

/** A model's arguments may be broken JSON; then they are left alone. */
export function parseFields(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
