import { isDeepStrictEqual } from 'node:util'
import { EngineError } from '../../errors.ts'

export type Setting = string | boolean | readonly string[] | { readonly [key: string]: Setting }

/** One value of a configuration file, and where it stands in it. */
export interface Edit {
  readonly path: readonly string[]
  readonly value: Setting
}

/** A file format whose texts are changed in place: what is not meant stays byte for byte. */
export interface Editor {
  /** What a file that is not there yet begins as. */
  readonly empty: string
  /** Throws a SyntaxError with what is wrong. */
  parse(text: string): unknown
  set(text: string, path: readonly string[], value: Setting): string
  remove(text: string, path: readonly string[]): string
}

/** Sets a value, and makes sure that nothing else means something else now. */
export function setValue(
  editor: Editor,
  file: string,
  text: string,
  { path, value }: Edit,
): string {
  const before = parsed(editor, file, text)
  if (isDeepStrictEqual(valueAt(before, path), value)) return text
  const after = attempt(file, () => editor.set(text, path, value))
  if (isDeepStrictEqual(parsed(editor, file, after), withValue(before, path, value))) return after
  throw unsafe(file, path)
}

/** Takes a value out again, with the same care; `previous` is what stood there before, if anything. */
export function restoreValue(
  editor: Editor,
  file: string,
  text: string,
  path: readonly string[],
  previous: Setting | undefined,
): string {
  if (previous !== undefined) return setValue(editor, file, text, { path, value: previous })
  const before = parsed(editor, file, text)
  const after = attempt(file, () => editor.remove(text, path))
  // Some formats have no empty tables.
  const [is, meant] = [parsed(editor, file, after), withValue(before, path, undefined)].map(
    (whole) => withoutEmptyTables(whole, path),
  )
  if (isDeepStrictEqual(is, meant)) return after
  throw unsafe(file, path)
}

function withoutEmptyTables(whole: unknown, path: readonly string[]): unknown {
  const holder = path.slice(0, -1)
  if (holder.length === 0 || !isDeepStrictEqual(valueAt(whole, holder), {})) return whole
  return withoutEmptyTables(withValue(whole, holder, undefined), holder)
}

/** What a file says; a text that cannot be read is refused. */
export function parsed(editor: Editor, file: string, text: string): unknown {
  return attempt(file, () => editor.parse(text))
}

export function valueAt(whole: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    whole,
  )
}

function withValue(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const table = isTable(whole) ? whole : {}
  const changed = { ...table, [key]: withValue(table[key], rest, value) }
  return Object.fromEntries(Object.entries(changed).filter(([, one]) => one !== undefined))
}

function attempt<Value>(file: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof EngineError) throw error
    throw new EngineError('config_invalid', `${file} cannot be read: ${firstLine(error.message)}`, {
      hint: 'Mend the file, then try again; it was not changed.',
      details: { file },
      cause: error,
    })
  }
}

function unsafe(file: string, path: readonly string[]): EngineError {
  return new EngineError(
    'config_invalid',
    `${file} is written in a way in which ${path.join('.')} cannot be changed safely`,
    { hint: 'Change it by hand; the file was not changed.', details: { file } },
  )
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
