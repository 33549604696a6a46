/** What the provider says a request used. */
export interface Usage {
  /** All of the prompt: fresh, read from the cache, and written to it. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

type Numbers = Readonly<Record<string, unknown>>

/** Finds usage in a JSON answer or in the events of a stream, wherever it stands. Later counts win. */
export function readUsage(text: string): Usage | undefined {
  const found = usageObjects(text)
  const [only] = found
  if (!only) return undefined
  const merged: Numbers = found.length === 1 ? only : Object.assign({}, ...found)
  const details = fieldsOf(merged.prompt_tokens_details ?? merged.input_tokens_details)
  const cached = numberOf(details.cached_tokens)
  const read = numberOf(merged.cache_read_input_tokens)
  const write = numberOf(merged.cache_creation_input_tokens)
  const input = numberOf(merged.prompt_tokens ?? merged.input_tokens)
  return {
    // OpenAI counts cached tokens inside the input, Anthropic beside it.
    inputTokens: input + read + write,
    outputTokens: numberOf(merged.completion_tokens ?? merged.output_tokens),
    cacheReadTokens: cached + read,
    cacheWriteTokens: write,
  }
}

/** The first say what was read, the last what it came to; those between are repeated by later ones. */
const looksEachWay = 8

/** Work is linear in the text whatever it repeats: few of its objects are looked into. */
function usageObjects(text: string): readonly Numbers[] {
  const firsts = starts(text, text.indexOf(name), (at) => text.indexOf(name, at + 1))
  const end = firsts.at(-1) ?? text.length
  const lasts = starts(text, text.lastIndexOf(name), (at) =>
    at > end ? text.lastIndexOf(name, at - 1) : -1,
  )
  const later = lasts.filter((start) => start > end).toReversed()
  return [...firsts, ...later].flatMap((start) => objectsAt(text, start))
}

/** Where the first few objects called `usage` begin, in the order in which `next` finds their name. */
function starts(text: string, first: number, next: (at: number) => number): readonly number[] {
  const found: number[] = []
  for (let at = first; at !== -1 && found.length < looksEachWay; at = next(at)) {
    opening.lastIndex = at + name.length
    if (opening.test(text)) found.push(opening.lastIndex - 1)
  }
  return found
}

function objectsAt(text: string, start: number): readonly Numbers[] {
  const end = closingBrace(text, start)
  const parsed = end === -1 ? undefined : parse(text.slice(start, end + 1))
  return parsed ? [parsed] : []
}

const name = '"usage"'
const opening = /\s*:\s*\{/y
const openBrace = 0x7b
const closeBrace = 0x7d

/** Usage holds numbers and small objects: a brace inside a string is not expected within 4 kB. */
function closingBrace(text: string, start: number): number {
  let depth = 0
  const last = Math.min(text.length, start + 4096)
  for (let at = start; at < last; at++) {
    const code = text.charCodeAt(at)
    if (code === openBrace) depth++
    if (code === closeBrace && --depth === 0) return at
  }
  return -1
}

function parse(json: string): Numbers | undefined {
  try {
    const fields = fieldsOf(JSON.parse(json))
    let hasTokens = false
    for (const name of Object.keys(fields))
      if (fields[name] === null) delete fields[name]
      else hasTokens ||= name.endsWith('tokens')
    return hasTokens ? fields : undefined
  } catch (error) {
    // What looks like usage inside somebody's text is no usage.
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
