import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { EngineError } from '../errors.ts'

/**
 * The text of a `tamis.toml` with one more line in `proxy.prices`, in place of the one of the same
 * model; everything else stays byte for byte. A text in which that cannot be done is refused.
 */
export function setPrice(text: string, file: string, line: string): string {
  const before = parsed(text)
  if (!before) throw new EngineError('config_invalid', `${file} cannot be read as TOML`)
  const [model] = line.trim().split(/\s+/)
  const others = pricesOf(before).filter((one) => one.trim().split(/\s+/)[0] !== model)
  const prices = [line.trim().replace(/\s+/g, ' '), ...others]
  const after = withPrices(text, prices)
  if (isDeepStrictEqual(parsed(after), withValue(before, prices))) return after
  throw new EngineError(
    'config_invalid',
    `${file} is written in a way in which proxy.prices cannot be changed safely`,
    { hint: 'Change it by hand; the file was not changed.', details: { file } },
  )
}

function withPrices(text: string, prices: readonly string[]): string {
  const value = `prices = [\n${prices.map((line) => `  ${JSON.stringify(line)},\n`).join('')}]\n`
  const lines = text.split(/(?<=\n)/)
  const header = lines.findIndex((line) => /^\s*\[\s*proxy\s*\]\s*(?:#.*)?$/.test(line.trimEnd()))
  if (header === -1) {
    const gap = text === '' ? '' : text.endsWith('\n') ? '\n' : '\n\n'
    return `${text}${gap}[proxy]\n${value}`
  }
  const next = lines.findIndex((line, at) => at > header && /^\s*\[/.test(line) && !isInside(line))
  const end = next === -1 ? lines.length : next
  const key = lines.findIndex((line, at) => at > header && at < end && /^\s*prices\s*=/.test(line))
  const insertAt = key === -1 ? header + 1 : key
  const gone = key === -1 ? 0 : valueLines(lines.slice(key))
  const start = lines[header]?.endsWith('\n') ? '' : '\n'
  return lines.toSpliced(insertAt, gone, start + value).join('')
}

/** A line of a list that is written over several lines may begin with a bracket too. */
function isInside(line: string): boolean {
  return !/^\s*\[{1,2}[^"',]+\]{1,2}\s*(?:#.*)?$/.test(line.trimEnd())
}

/** How many lines a value takes: as many as it needs to be read. */
function valueLines(lines: readonly string[]): number {
  for (let count = 1; count <= lines.length; count++)
    if (parsed(lines.slice(0, count).join(''))) return count
  return 1
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    // Its own tables have no prototype, which would make them differ from ours.
    return structuredClone(parse(text))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function pricesOf({ proxy }: Record<string, unknown>): readonly string[] {
  const prices = isTable(proxy) ? proxy.prices : undefined
  return Array.isArray(prices) ? prices.filter((line) => typeof line === 'string') : []
}

function withValue(whole: Record<string, unknown>, prices: readonly string[]): unknown {
  const proxy = isTable(whole.proxy) ? whole.proxy : {}
  return { ...whole, proxy: { ...proxy, prices } }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
