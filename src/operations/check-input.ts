import { z } from 'zod'
import { parseIsoTime } from '../core/text/iso-time.ts'
import { issueWords } from '../core/text/issue-text.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'

/** What the schema calls a value that is not there, by what it should have been. */
const saidOfTheAbsent: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
])

/** The input as its schema has it, or the refusal that every door gives. */
export function checkInput<Input extends z.ZodType>(
  schema: Input,
  value: unknown,
): z.output<Input> {
  const words = issueWords()
  const parsed = schema.safeParse(value, { error: words.error })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.map(String).join('.') ?? ''
  const details = { path }
  if (issue && saidOfTheAbsent.has(issue.code) && isAbsent(value, issue.path))
    throw new EngineError('invalid_input', phrase`${path} is missing`, { details })
  throw new EngineError(
    'invalid_input',
    phrase`${path || 'input'}: ${words.phraseOf(issue?.message ?? '')}`,
    {
      details,
    },
  )
}

function isAbsent(value: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (parent, key) => (parent as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    value,
  )
  return path.length > 0 && found === undefined
}

/** A date or time in ISO 8601, as milliseconds since the epoch. */
export const instant = z.string().transform((text, context) => {
  const ms = parseIsoTime(text)
  if (ms === undefined) context.addIssue('must be a date or time in ISO 8601, such as 2026-01-31')
  return ms ?? 0
})
