import type { LineOf } from '../records/text-record.ts'

/** Frames of runtimes, test frameworks and installed packages: not where the fault is. */
const library =
  /^\s*(?:at |File |\d+: |#\d+ |from |[\w./-]+:\d+).*(?:node:|node_modules|site-packages|\/lib\/python|java\.base|jdk\.|sun\.|org\.junit|org\.apache\.maven|\/rustc\/|\/usr\/(?:local\/|lib\/)?go|\/gems\/|vendor\/)/
const frame = /^\s*(?:at |File "|#\d+ |from )/
const cause = /^\s*(?:Caused by|\[cause\]|Suppressed)/
/** Of frames in a row, those nearest to the fault tell where it is. */
const mostFrames = 3

/** The lines of frames that tell nothing: those of libraries with their source, and the further ones. */
export function foldedFrames(first: number, last: number, lineOf: LineOf): ReadonlySet<number> {
  const folded = new Set<number>()
  let isFolded = false
  let shown = 0
  for (let line = first; line <= last; line++) {
    const text = lineOf(line).slice(0, 300)
    if (frame.test(text)) {
      isFolded = library.test(text) || shown >= mostFrames
      if (!isFolded) shown += 1
    } else if (!/^\s+\S/.test(text) || cause.test(text)) {
      isFolded = false
      shown = 0
    }
    if (isFolded) folded.add(line)
  }
  return folded
}
