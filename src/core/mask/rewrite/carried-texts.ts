import { isFields } from '../../wire/content.ts'
import type { CallEntry } from '../../wire/conversation.ts'
import { markerBeginning } from '../entry/marker.ts'
import { parseFields } from '../window/clear-input.ts'

/** Shorter ones stay, so that the model still sees which file or command it was. */
const shortest = 160
/** What stands for all texts of a call but the first, whose stand-in says where they lie. */
const another = `${markerBeginning}…⟧`

/** What calls carried that may leave: the long strings of their arguments. */
interface CarriedTexts {
  readonly lines: number
  /** How much of them stand-ins do not take again, but for the first. */
  readonly chars: number
}

/** For the same call it is the same. */
const known = new WeakMap<object, CarriedTexts>()

/** The long strings that a call carried; none in arguments that are no object. */
export function carriedTexts(call: Pick<CallEntry, 'input'>): CarriedTexts {
  const before = known.get(call)
  if (before) return before
  const texts = longStrings(fieldsOf(call.input))
  const found = {
    lines: texts.reduce((sum, text) => sum + text.split('\n').length, 0),
    chars: texts.reduce((sum, text, at) => sum + text.length - (at > 0 ? another.length : 0), 0),
  }
  known.set(call, found)
  return found
}

/** The arguments of a call without them. `undefined` when the arguments are not an object. */
export function clearCarried(input: unknown, placeholder: string): unknown {
  const fields = fieldsOf(input)
  if (!isFields(fields)) return undefined
  let standIn = placeholder
  function clear(value: unknown): unknown {
    if (typeof value === 'string') {
      if (value.length < shortest) return value
      const now = standIn
      standIn = another
      return now
    }
    if (Array.isArray(value)) return value.map(clear)
    if (!isFields(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clear(item)]))
  }
  const cleared = clear(fields)
  return typeof input === 'string' ? JSON.stringify(cleared) : cleared
}

function fieldsOf(input: unknown): unknown {
  return typeof input === 'string' ? parseFields(input) : input
}

function longStrings(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length >= shortest ? [value] : []
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(longStrings)
    : []
}
