import type { Entered } from './recall.ts'

/** What stands in place of a longer text, and the id that brings that back. */
export interface Omission {
  readonly text: string
  readonly omissionId: string
}

/** How an agent gets the whole of a text, as markers and placeholders say it. */
export interface WaysBack {
  /** Where the whole lies as a file; absent where there are none, or the conversation names none. */
  readonly pathOf: ((id: string) => string) | undefined
  /** That file, or else the command that prints the same. */
  readonly wayBack: (id: string) => string
}

/**
 * Whether the omissions of a conversation name files is decided with the first of them: an agent that
 * was told of a command goes on being told of it. No file is named where none is written any more.
 */
export function waysBack(
  pathOf: ((id: string) => string) | undefined,
  omissions: Iterable<Omission>,
): WaysBack {
  return pathOf && namesFiles(omissions) !== false
    ? { pathOf, wayBack: pathOf }
    : { pathOf: undefined, wayBack: (id) => `tamis recover ${id}` }
}

/**
 * The same in short, where the model can see an omission that says it in full: the folder, or the
 * command, is known from there.
 */
export function shortWayBack(
  wayBack: WaysBack['wayBack'],
  inSight: Iterable<Omission>,
): WaysBack['wayBack'] {
  for (const { text, omissionId } of inSight)
    if (text.includes(wayBack(omissionId))) return (id) => nameIn(wayBack(id), id)
  return wayBack
}

function nameIn(way: string, id: string): string {
  return way.endsWith(id) ? id : `…/${way.slice(way.search(/[^/\\]*$/))}`
}

/** As the first that names its id does; `undefined` when there is none yet. */
function namesFiles(omissions: Iterable<Omission>): boolean | undefined {
  for (const { text, omissionId } of omissions)
    if (text.includes(omissionId)) return text.includes(`${omissionId}.txt`)
  return undefined
}

/** What is left out of a conversation so far, on entry and since. */
export function* omissionsIn(
  results: readonly Entered[],
  placeholders: readonly Omission[] = [],
): Generator<Omission> {
  for (const { sent } of results) if (sent) yield sent
  yield* placeholders
}
