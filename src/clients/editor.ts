import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../core/text/json-splice.ts'
import { EngineError } from '../errors.ts'
import { phrase } from '../phrase.ts'

export type Setting =
  | string
  | number
  | boolean
  | readonly Setting[]
  | { readonly [key: string]: Setting }

/** One value of a configuration file, and where it stands in it. */
export interface Edit {
  readonly path: readonly string[]
  readonly value: Setting
  /** The value is a list whose entries are added to the one that is there. */
  readonly isAdded?: boolean
  /** Left out where the file has something else on the way to it. */
  readonly isOptional?: boolean
}

/** Whether nothing but tables stands on the way to a value. */
export function hasRoomFor(whole: unknown, path: readonly string[]): boolean {
  return path.every((_, depth) => {
    const holder = valueAt(whole, path.slice(0, depth))
    return holder === undefined || isObject(holder)
  })
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

/** A list with entries added to it that it has not yet. */
export function withEntries(list: unknown, entries: Setting): readonly Setting[] {
  const before = (Array.isArray(list) ? list : []) as readonly Setting[]
  return [...before, ...asList(entries).filter((entry) => !hasEntry(before, entry))]
}

/** The same list without them; `undefined` when nothing is left. */
export function withoutEntries(list: unknown, entries: Setting): readonly Setting[] | undefined {
  const before = (Array.isArray(list) ? list : []) as readonly Setting[]
  const rest = before.filter((entry) => !hasEntry(asList(entries), entry))
  return rest.length > 0 ? rest : undefined
}

function hasEntry(list: readonly Setting[], entry: Setting): boolean {
  return list.some((one) => isDeepStrictEqual(one, entry))
}

function asList(value: Setting): readonly Setting[] {
  return Array.isArray(value) ? value : [value]
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
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    whole,
  )
}

function withValue(whole: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const table = isObject(whole) ? whole : {}
  const changed = { ...table, [key]: withValue(table[key], rest, value) }
  return Object.fromEntries(Object.entries(changed).filter(([, one]) => one !== undefined))
}

function attempt<Value>(file: string, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || error instanceof EngineError) throw error
    throw new EngineError(
      'config_invalid',
      phrase`${file} cannot be read: ${firstLine(error.message)}`,
      {
        hint: 'Mend the file, then try again; it was not changed.',
        details: { file },
        cause: error,
      },
    )
  }
}

function unsafe(file: string, path: readonly string[]): EngineError {
  return new EngineError(
    'config_invalid',
    phrase`${file} is written in a way in which ${path.join('.')} cannot be changed safely`,
    { hint: 'Change it by hand; the file was not changed.', details: { file } },
  )
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}
