import { type HashedLines, isSameLine } from './hashed-lines.ts'

/** A run of lines that stands, in order, in an earlier text. */
export interface EchoRun {
  /** Lines of the new text, the last one excluded. */
  readonly from: number
  readonly to: number
  /** Which of the texts added, and at which of its lines. */
  readonly source: number
  readonly sourceFrom: number
}

/** The lines of all that a model can see, for finding them again. */
export interface EchoIndex {
  /** Adds a text that can be seen. Gives its number. */
  add(lines: HashedLines): number
  /** The text of this number is out of sight from now on. */
  hide(source: number): void
  /** Where lines of a new text stand already, in runs that do not overlap. */
  find(lines: HashedLines): readonly EchoRun[]
  /** Characters of the texts it holds. */
  chars(): number
}

/** A shorter run says less than what would stand in its place. */
export const shortestRun = 4
/** So many places of the same four lines are tried, newest first: the work stays linear. */
const triedPlaces = 4

export function echoIndex(): EchoIndex {
  const sources: (HashedLines | undefined)[] = []
  const newest = new Map<number, number>()
  // Places of four lines, as three columns; `before` chains those that hash alike.
  const sourceOf: number[] = []
  const lineOf: number[] = []
  const before: number[] = []
  let chars = 0

  function addPlace(hash: number, source: number, line: number): void {
    before.push(newest.get(hash) ?? -1)
    newest.set(hash, sourceOf.length)
    sourceOf.push(source)
    lineOf.push(line)
  }

  function* placesLike(lines: HashedLines, at: number): Generator<EchoRun> {
    let place = newest.get(hashOfFour(lines, at)) ?? -1
    for (let tried = 0; place !== -1 && tried < triedPlaces; tried++) {
      const source = sourceOf[place] ?? 0
      const sourceFrom = lineOf[place] ?? 0
      const length = lengthOfRun(lines, at, sources[source], sourceFrom)
      yield { from: at, to: at + length, source, sourceFrom }
      place = before[place] ?? -1
    }
  }

  function longestAt(lines: HashedLines, at: number): EchoRun | undefined {
    let longest: EchoRun | undefined
    for (const run of placesLike(lines, at)) if (run.to > (longest?.to ?? at)) longest = run
    return longest && longest.to - at >= shortestRun ? longest : undefined
  }

  return {
    add(lines) {
      const source = sources.push(lines) - 1
      for (let at = 0; at + shortestRun <= lines.count; at++)
        addPlace(hashOfFour(lines, at), source, at)
      chars += lines.text.length
      return source
    },
    hide(source) {
      chars -= sources[source]?.text.length ?? 0
      sources[source] = undefined
    },
    find(lines) {
      const runs: EchoRun[] = []
      for (let at = 0; at + shortestRun <= lines.count; ) {
        const run = longestAt(lines, at)
        if (run) runs.push(run)
        at = run ? run.to : at + 1
      }
      return runs
    },
    chars: () => chars,
  }
}

function lengthOfRun(
  lines: HashedLines,
  at: number,
  source: HashedLines | undefined,
  sourceFrom: number,
): number {
  if (!source) return 0
  const most = Math.min(lines.count - at, source.count - sourceFrom)
  let length = 0
  while (length < most && isSameLine(lines, at + length, source, sourceFrom + length)) length++
  return length
}

function hashOfFour({ hashes }: HashedLines, at: number): number {
  let hash = 0
  for (let line = at; line < at + shortestRun; line++)
    hash = (Math.imul(hash, 31) + (hashes[line] ?? 0)) | 0
  return hash
}
