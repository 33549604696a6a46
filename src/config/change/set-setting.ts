import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

/** What a setting may be set to from outside; `undefined` takes it out, so that the default holds. */
type SettingValue = string | number | boolean | readonly string[] | undefined

/**
 * The text of a `tamis.toml` with one setting of one section changed; everything else stays byte for
 * byte. A text in which that cannot be done is refused.
 */
export function setSetting(
  text: string,
  file: string,
  [section, name]: readonly [string, string],
  value: SettingValue,
): string {
  const before = readTable(text)
  if (!before) throw new EngineError('config_invalid', phrase`${file} cannot be read as TOML`)
  const after = withLine(text, section, name, value)
  if (isDeepStrictEqual(readTable(after), withValue(before, section, name, value))) return after
  throw new EngineError(
    'config_invalid',
    phrase`${file} is written in a way in which ${section}.${name} cannot be changed safely`,
    { hint: 'Change it by hand; the file was not changed.', details: { file } },
  )
}

/** The tables of a TOML text; `undefined` when it is none. */
export function readTable(text: string): Record<string, unknown> | undefined {
  try {
    // Its own tables have no prototype, which would make them differ from ours.
    return structuredClone(parse(text))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function withLine(text: string, section: string, name: string, value: SettingValue): string {
  const line = value === undefined ? '' : `${name} = ${valueText(value)}\n`
  const lines = text.split(/(?<=\n)/)
  const header = lines.findIndex((one) => one.trim().replace(/\s*#.*$/, '') === `[${section}]`)
  if (header === -1) return line === '' ? text : `${text}${gapAfter(text)}[${section}]\n${line}`
  const next = lines.findIndex((one, at) => at > header && isHeader(one))
  const own = lines.slice(header + 1, next === -1 ? lines.length : next)
  const key = own.findIndex((one) => one.trimStart().split(/\s*=/)[0] === name)
  const start = line === '' || lines[header]?.endsWith('\n') ? '' : '\n'
  const gone = key === -1 ? 0 : valueLines(own.slice(key))
  return lines.toSpliced(header + 1 + Math.max(0, key), gone, start + line).join('')
}

function gapAfter(text: string): string {
  if (text === '') return ''
  return text.endsWith('\n') ? '\n' : '\n\n'
}

/** A line of a list that is written over several lines may begin with a bracket too. */
function isHeader(line: string): boolean {
  return /^\s*\[{1,2}[^"',]+\]{1,2}\s*(?:#.*)?$/.test(line.trimEnd())
}

function valueText(value: Exclude<SettingValue, undefined>): string {
  if (typeof value !== 'object') return JSON.stringify(value)
  return value.length === 0
    ? '[]'
    : `[\n${value.map((one) => `  ${JSON.stringify(one)},\n`).join('')}]`
}

/** How many lines a value takes: as many as it needs to be read. */
function valueLines(lines: readonly string[]): number {
  for (let count = 1; count <= lines.length; count++)
    if (readTable(lines.slice(0, count).join(''))) return count
  return 1
}

function withValue(
  whole: Record<string, unknown>,
  section: string,
  name: string,
  value: SettingValue,
): unknown {
  const table = { ...(isTable(whole[section]) ? whole[section] : {}) }
  if (value === undefined) delete table[name]
  else table[name] = value
  if (value === undefined && whole[section] === undefined) return whole
  return { ...whole, [section]: table }
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
