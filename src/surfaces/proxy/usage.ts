import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/** What the provider says a request used. */
export interface Usage {
  /** All of the prompt: fresh, read from the cache, and written to it. */
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
}

type Numbers = Readonly<Record<string, unknown>>

/** A few kilobytes from a provider can unfold into gigabytes; usage stands in the first megabytes. */
const unfolding = { maxOutputLength: 16 * 1024 * 1024 }
const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip)
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate)
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress)
/** Node 22.13 has none yet. */
const zstd =
  typeof zlib.zstdDecompress === 'function'
    ? promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress)
    : undefined

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: (bytes) => gunzip(bytes, unfolding),
  deflate: (bytes) => inflate(bytes, unfolding),
  br: (bytes) => brotli(bytes, unfolding),
  ...(zstd ? { zstd: (bytes: Buffer) => zstd(bytes, unfolding) } : {}),
}

/** Whether an answer can be read as it came. */
export function isPlain(encoding: string | undefined): encoding is undefined | 'identity' {
  return encoding === undefined || encoding === 'identity'
}

/** The text behind what was kept of a response, or `undefined` when its encoding cannot be undone. */
export async function decodeKept(
  kept: Buffer,
  encoding: string | undefined,
  isWhole: boolean,
): Promise<string | undefined> {
  if (isPlain(encoding)) return kept.toString('utf8')
  const decode = decoders[encoding.toLowerCase()]
  if (!decode || !isWhole) return undefined
  // A cut or damaged answer tells no usage; the client got it as it was.
  return decode(kept).then(
    (bytes) => bytes.toString('utf8'),
    () => undefined,
  )
}

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

function usageObjects(text: string): readonly Numbers[] {
  const found: Numbers[] = []
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    opening.lastIndex = at + name.length
    if (!opening.test(text)) continue
    const start = opening.lastIndex - 1
    const end = closingBrace(text, start)
    const parsed = end === -1 ? undefined : parse(text.slice(start, end + 1))
    if (parsed) found.push(parsed)
  }
  return found
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
