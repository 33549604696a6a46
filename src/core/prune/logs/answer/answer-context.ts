import type { Lines } from '../../../text/lines.ts'
import { foldedFrames } from '../fold-frames.ts'
import { lineReaderOf, type ReadLog } from '../read-log.ts'
import { type LogScan, shape } from '../scan-log.ts'

/** Adds to the lines that answer what belongs to them: what stands under, over and beside them. */
export function addContext(clear: Uint8Array, log: ReadLog, evidence: Float64Array): void {
  addUnder(clear, log)
  addAbove(clear, log)
  addBeside(clear, log, evidence)
}

/** Lines under an answer that belong to it, the first so many. */
const mostUnder = 8

/** What is indented under an answer goes with it, unless it answers by itself. */
function addUnder(clear: Uint8Array, log: ReadLog): void {
  const { scan, tree } = log
  const lineOf = lineReaderOf(log)
  let answered = clear.length
  for (let line = clear.length - 1; line >= 0; line--) {
    if (clear[line] === 0) continue
    const last = Math.max(tree.last[line] ?? line, endOfTrace(scan, line))
    const isAnswered = answered <= last
    answered = line
    if (last === line || isAnswered) continue
    const end = Math.min(last, line + mostUnder)
    const folded = foldedFrames(line + 1, end, lineOf)
    for (let under = line + 1; under <= end; under++)
      if (((scan.flags[under] ?? 0) & shape.blank) === 0 && !folded.has(under)) clear[under] = 1
  }
}

/** A trace begins within so many lines of what it explains. */
const mostAhead = 3

/** The last frame of the trace that follows a line, or the line itself. */
function endOfTrace({ flags }: LogScan, line: number): number {
  const isTrace = (at: number): boolean => ((flags[at] ?? 0) & shape.trace) !== 0
  if (isTrace(line)) return line
  let last = line
  for (let ahead = 1; ahead <= mostAhead && last === line; ahead++)
    if (isTrace(line + ahead)) last = line + ahead
  while (last > line && last - line < mostUnder && isTrace(last + 1)) last += 1
  return last
}

/** What an answer stands under is part of it: without its key, its test or its section it says little. */
function addAbove(clear: Uint8Array, { tree }: ReadLog): void {
  for (let line = clear.length - 1; line >= 0; line--) {
    const above = tree.parent[line] ?? -1
    if (clear[line] === 1 && above >= 0) clear[above] = 1
  }
}

/** What stands beside answers may take as much room as they do, and a line or two. */
const besideShare = 0.8
const besideChars = 80
/** No line further away than this goes with an answer. */
const furthest = 3
/** A key with its value among others says all there is to say, unless it tells of trouble. */
const field = /^\s*[\p{L}_][\p{L}\p{N}_ .()/%-]{0,40}[:=]\s*\S/u
const longestField = 120
/** Lines like no more than one other are not routine. */
const mostUsual = 2

/** Lines next to an answer that are not routine, nearest first. */
function addBeside(clear: Uint8Array, log: ReadLog, evidence: Float64Array): void {
  const { lines, scan } = log
  const isRoutine = routineLines(scan)
  const lineOf = lineReaderOf(log)
  const isField = (line: number): boolean => field.test(lineOf(line).slice(0, longestField))
  const isWhole = (line: number): boolean =>
    scan.strong[line] === 0 && isField(line) && (isField(line + 1) || isField(line - 1))
  const answers: number[] = []
  let room = besideChars
  clear.forEach((flag, line) => {
    if (flag === 0) return
    room += besideShare * sizeOf(lines, line)
    if ((evidence[line] ?? 0) > 0 && !isWhole(line)) answers.push(line)
  })
  for (let distance = 1; distance <= furthest; distance++)
    for (const answer of answers)
      for (const step of [1, -1]) {
        const line = answer + step * distance
        const size = sizeOf(lines, line)
        if (clear[line] !== 0 || clear[line - step] !== 1 || size > room || isRoutine(line))
          continue
        room -= size
        clear[line] = 1
      }
}

/** Blank lines, and those that many others are like. */
function routineLines({ template, flags }: LogScan): (line: number) => boolean {
  const usual = new Map<number, number>()
  for (const one of template) usual.set(one, (usual.get(one) ?? 0) + 1)
  return (line) =>
    ((flags[line] ?? 0) & shape.blank) !== 0 || (usual.get(template[line] ?? 0) ?? 0) > mostUsual
}

function sizeOf({ starts }: Lines, line: number): number {
  return (starts[line + 1] ?? 0) - (starts[line] ?? 0)
}
