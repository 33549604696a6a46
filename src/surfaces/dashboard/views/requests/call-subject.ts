/** Arguments that say best what a call is about, in this order. */
const telling = [
  'file_path',
  'filePath',
  'path',
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'filename',
  'name',
]

/** The argument of a call that tells most: a file, a command, what was searched for. */
export function callSubject(json: string): string {
  const given = argumentsOf(json)
  for (const name of telling) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') return value
    if (Array.isArray(value)) return value.join(' ')
  }
  return ''
}

/** The arguments by name; none where a model wrote something else. */
export function argumentsOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
