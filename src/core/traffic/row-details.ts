/** A number in loose JSON, where it is one. */
export function numberAt(value: unknown, name: string): number | undefined {
  const found = fieldAt(value, name)
  return typeof found === 'number' ? found : undefined
}

/** A text in loose JSON; empty where there is none. */
export function textAt(value: unknown, name: string): string {
  const found = fieldAt(value, name)
  return typeof found === 'string' ? found : ''
}

function fieldAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Readonly<Record<string, unknown>>)[name]
}
