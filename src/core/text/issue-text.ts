import { counted, type Phrase, phrase } from '../../phrase.ts'
import { english } from './say.ts'

/** What a schema has to say of a value it refuses; which fields are there depends on the code. */
interface SchemaIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly expected?: unknown
  readonly values?: unknown
  readonly origin?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: unknown
  readonly exact?: unknown
  readonly format?: unknown
  readonly prefix?: unknown
  readonly suffix?: unknown
  readonly divisor?: unknown
  readonly keys?: unknown
  readonly errors?: unknown
}

/** How a schema speaks of what it refuses, and what it said as phrases. */
export interface IssueWords {
  /** Given to a schema, it says what the schema's author did not. */
  readonly error: (issue: SchemaIssue) => string
  /** A message of the schema, with its values apart. */
  readonly phraseOf: (message: string) => Phrase
}

/** Our words for one reading: schemas carry plain text, so what was said is remembered beside it. */
export function issueWords(): IssueWords {
  const said = new Map<string, Phrase>()
  const phraseOf = (message: string): Phrase => said.get(message) ?? message
  return {
    phraseOf,
    error: (issue) => {
      const told = issuePhrase(issue, phraseOf)
      said.set(String(told), told)
      return String(told)
    },
  }
}

/** What is wrong with a value, in our words and without its name: `must be a whole number`. */
function issuePhrase(issue: SchemaIssue, phraseOf: IssueWords['phraseOf']): Phrase {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? english('is missing') : typeText(String(issue.expected))
    case 'invalid_value':
      return valueText(textsIn(issue.values))
    case 'too_small':
      return leastText(issue)
    case 'too_big':
      return mostText(issue)
    case 'invalid_format':
      return formatText(issue)
    case 'not_multiple_of':
      return phrase`must be a multiple of ${String(issue.divisor)}`
    case 'unrecognized_keys':
      return keysText(textsIn(issue.keys))
    case 'invalid_union':
      return unionText(issue.errors as readonly Form[], phraseOf)
    case 'invalid_key':
      return english('holds a name that is not allowed')
    case 'invalid_element':
      return english('holds a value that is not allowed')
    default:
      return english('is not allowed')
  }
}

const byType: Readonly<Record<string, string>> = {
  string: english('must be text'),
  number: english('must be a number'),
  int: english('must be a whole number'),
  boolean: english('must be true or false'),
  array: english('must be a list'),
  tuple: english('must be a list'),
  object: english('must be an object'),
  record: english('must be an object'),
  date: english('must be a date'),
}

function typeText(expected: string): Phrase {
  return byType[expected] ?? phrase`must be of the type ${expected}`
}

function valueText(values: readonly string[]): Phrase {
  const [only = '', ...others] = values
  if (others.length === 0) return phrase`must be ${only}`
  return phrase`must be one of ${values.join(', ')}`
}

function textsIn(values: unknown): readonly string[] {
  return Array.isArray(values) ? values.map(String) : []
}

function keysText(keys: readonly string[]): Phrase {
  const names = keys.join(', ')
  return keys.length === 1 ? phrase`unknown field ${names}` : phrase`unknown fields ${names}`
}

function leastText({ origin, minimum, inclusive, exact }: SchemaIssue): Phrase {
  const least = Number(minimum)
  const isSized = isLong(origin) || isMany(origin)
  if (exact === true && isSized) return sizeText(origin, least)
  if (isSized && least === 1) return english('must not be empty')
  if (isLong(origin))
    return counted(least, 'must have at least {} character', 'must have at least {} characters')
  if (isMany(origin))
    return counted(least, 'must have at least {} item', 'must have at least {} items')
  return inclusive === false
    ? phrase`must be more than ${String(minimum)}`
    : phrase`must be at least ${String(minimum)}`
}

function mostText({ origin, maximum, inclusive, exact }: SchemaIssue): Phrase {
  const most = Number(maximum)
  if (exact === true && (isLong(origin) || isMany(origin))) return sizeText(origin, most)
  if (isLong(origin))
    return counted(most, 'must have at most {} character', 'must have at most {} characters')
  if (isMany(origin))
    return counted(most, 'must have at most {} item', 'must have at most {} items')
  return inclusive === false
    ? phrase`must be less than ${String(maximum)}`
    : phrase`must be at most ${String(maximum)}`
}

function sizeText(origin: unknown, size: number): Phrase {
  return isLong(origin)
    ? counted(size, 'must have exactly {} character', 'must have exactly {} characters')
    : counted(size, 'must have exactly {} item', 'must have exactly {} items')
}

function isLong(origin: unknown): boolean {
  return origin === 'string'
}

function isMany(origin: unknown): boolean {
  return ['array', 'set', 'map', 'object', 'record'].includes(String(origin))
}

function formatText({ format, prefix, suffix }: SchemaIssue): Phrase {
  if (typeof prefix === 'string') return phrase`must begin with ${prefix}`
  if (typeof suffix === 'string') return phrase`must end with ${suffix}`
  if (format === 'url') return english('must be an address, for instance https://example.com')
  if (format === 'date') return english('must be a day, for instance 2026-01-31')
  if (format === 'datetime') return english('must be a date and time')
  return english('is not of the form that is asked for')
}

/** What one of the forms a value may have says of it. */
type Form = readonly {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
}[]

/** Forms that all speak of the value itself are joined; otherwise the one that came furthest speaks. */
function unionText(forms: readonly Form[], phraseOf: IssueWords['phraseOf']): Phrase {
  const firsts = forms.flatMap(([first]) => (first ? [first] : []))
  const inside = firsts.find(({ path, code }) => path.length > 0 || code !== 'invalid_type')
  if (inside) {
    const path = inside.path.map(String).join('.')
    const told = phraseOf(inside.message)
    return path === '' ? told : phrase`${path}: ${told}`
  }
  const [only, ...others] = new Set(firsts.map(({ message }) => message))
  if (only !== undefined && others.length === 0) return phraseOf(only)
  return english('is of none of the forms it may have')
}
