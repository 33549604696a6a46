import { isFields } from './content.ts'

/** Names, marks and opaque bytes: no words that a model reads. */
const wordless = new Set([
  'id',
  'type',
  'role',
  'tool_call_id',
  'tool_use_id',
  'call_id',
  'status',
  'cache_control',
  'usage',
  'timestamp',
  'encrypted_content',
  'data',
  'url',
  'image_url',
  'source',
])

/** The words of a message or item of any wire format: what it says, the calls it makes, their results. */
export function messageText(message: unknown): string {
  return wordsOf(message).join('\n')
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  return isFields(value) ? Object.entries(value).flatMap(wordsOfField) : []
}

function wordsOfField([name, field]: [string, unknown]): readonly string[] {
  if (wordless.has(name) || /signature$/i.test(name)) return []
  return name === 'input' && isFields(field) ? [JSON.stringify(field)] : wordsOf(field)
}
