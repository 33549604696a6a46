import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type Phrase, phrase } from '../phrase.ts'
import { locate, type Machine } from './client-locations.ts'
import type { ClientFile, Reach, SetupClient } from './clients.ts'
import {
  type Edit,
  type Editor,
  hasRoomFor,
  parsed,
  restoreValue,
  type Setting,
  setValue,
  valueAt,
  withEntries,
  withoutEntries,
} from './editor.ts'
import { digestOf, type RecordedFile, type SetupRecord } from './setup-record.ts'

/** What happens to one file. */
export interface FileChange {
  readonly file: string
  /** `undefined` when the file is not there. */
  readonly before: string | undefined
  /** `undefined` when the file goes. */
  readonly after: string | undefined
  /** The text before us, which an undo brings back. */
  readonly original: string | undefined
  readonly edits: RecordedFile['edits']
  /** What the user changed since, and is left alone. */
  readonly notes: readonly Phrase[]
  /** What was recorded before and still holds. */
  readonly kept?: RecordedFile
}

/** What setting up would write; an earlier set-up of ours is taken back first, in thought. */
export function planSetup(
  client: SetupClient,
  reach: Reach,
  machine: Machine,
  record: SetupRecord | undefined,
): readonly FileChange[] {
  return client.files.flatMap((description): readonly FileChange[] => {
    const file = fileOf(description, machine)
    const wanted = description.edits(reach)
    const earlier = record?.files.find((one) => one.file === file)
    if (wanted.length === 0 && !earlier) return []
    return [planFile(description.editor, file, wanted, earlier)]
  })
}

function planFile(
  editor: Editor,
  file: string,
  asked: readonly Edit[],
  earlier: RecordedFile | undefined,
): FileChange {
  const before = readText(file)
  const there = parsed(editor, file, before ?? editor.empty)
  const wanted = asked.filter(({ path, isOptional }) => !isOptional || hasRoomFor(there, path))
  if (earlier && before !== undefined && isThere(editor, file, before, wanted, earlier))
    return { file, before, after: before, original: before, edits: [], notes: [], kept: earlier }
  const original = earlier ? undo(editor, earlier, before).text : before
  if (wanted.length === 0) return { file, before, after: original, original, edits: [], notes: [] }
  const start = original ?? editor.empty
  const base = parsed(editor, file, start)
  const after = wanted.reduce(
    (text, edit) => setValue(editor, file, text, wholeEdit(parsed(editor, file, text), edit)),
    start,
  )
  const edits = wanted.map(({ path, value, isAdded }) => ({
    path: [...path],
    // What was there before us is not ours to take out.
    value: isAdded ? (withoutEntries(value, listAt(base, path)) ?? []) : value,
    depth: depthOf(base, path),
    ...previousOf(base, path),
    ...(isAdded ? { isAdded } : {}),
  }))
  return { file, before, after, original, edits, notes: [] }
}

/** An edit that adds to a list, as one that sets the whole of it. */
function wholeEdit(whole: unknown, { path, value, isAdded }: Edit): Edit {
  return { path, value: isAdded ? withEntries(valueAt(whole, path), value) : value }
}

/** Whether an earlier set-up wrote just this, and it still stands. */
function isThere(
  editor: Editor,
  file: string,
  text: string,
  wanted: readonly Edit[],
  { edits }: RecordedFile,
): boolean {
  const whole = parsed(editor, file, text)
  return (
    wanted.length === edits.length &&
    wanted.every((edit) =>
      isDeepStrictEqual(valueAt(whole, edit.path), wholeEdit(whole, edit).value),
    )
  )
}

/** What taking it back would write. */
export function planUndo(client: SetupClient, record: SetupRecord): readonly FileChange[] {
  return record.files.map((recorded) => {
    const { file } = recorded
    const before = readText(file)
    const editor = editorOf(client, file)
    const { text, notes } = undo(editor, recorded, before)
    return { file, before, after: text, original: text, edits: [], notes }
  })
}

function undo(
  editor: Editor,
  { file, backup, written, edits }: RecordedFile,
  current: string | undefined,
): { readonly text: string | undefined; readonly notes: readonly Phrase[] } {
  if (current === undefined) return { text: undefined, notes: [] }
  if (digestOf(current) === written)
    return { text: backup === null ? undefined : readFileSync(backup, 'utf8'), notes: [] }
  const notes: Phrase[] = []
  let text = current
  for (const { path, value, previous, depth, isAdded } of edits.toReversed()) {
    const now = valueAt(parsed(editor, file, text), path)
    const rest = isAdded ? withoutEntries(now, value) : previous
    if (now !== undefined && (isAdded || isDeepStrictEqual(now, value))) {
      text = restoreValue(editor, file, text, path, rest)
      text = withoutEmpty(editor, file, text, path, depth)
    } else if (now !== undefined)
      notes.push(phrase`${path.join('.')} in ${file} was changed since, and is left as it is`)
  }
  return { text, notes }
}

/** Tables that were made for our entry, and hold nothing any more, go with it. */
function withoutEmpty(
  editor: Editor,
  file: string,
  text: string,
  path: readonly string[],
  depth: number,
): string {
  let rest = text
  for (let length = path.length - 1; length > depth; length -= 1) {
    const holder = path.slice(0, length)
    if (!isDeepStrictEqual(valueAt(parsed(editor, file, rest), holder), {})) break
    rest = restoreValue(editor, file, rest, holder, undefined)
  }
  return rest
}

function depthOf(whole: unknown, path: readonly string[]): number {
  const missing = path.findIndex(
    (_, index) => valueAt(whole, path.slice(0, index + 1)) === undefined,
  )
  return missing === -1 ? path.length : missing
}

function listAt(whole: unknown, path: readonly string[]): readonly Setting[] {
  return withEntries(valueAt(whole, path), [])
}

function previousOf(whole: unknown, path: readonly string[]): { readonly previous?: Setting } {
  const value = valueAt(whole, path)
  return value === undefined ? {} : { previous: value as Setting }
}

/** Where a client's file is, or would be. */
export function fileOf({ locations: places }: ClientFile, machine: Machine): string {
  const files = places.map((place) => locate(place, machine))
  return files.find((file) => existsSync(file)) ?? files[0] ?? ''
}

function editorOf({ files }: SetupClient, file: string): Editor {
  const name = file.split(/[\\/]/).at(-1)
  const match = files.find(({ locations: places }) =>
    places.some(({ path }) => path.split('/').at(-1) === name),
  )
  const [first] = files
  return (match ?? first ?? never()).editor
}

function never(): never {
  throw new Error('a client has at least one file')
}

function readText(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
