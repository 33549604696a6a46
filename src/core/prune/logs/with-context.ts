import type { Lines } from '../../text/lines.ts'
import { cue } from './cue-words.ts'
import { type LogScan, shape } from './scan-log.ts'

/**
 * What is left of a score one line further: an error reaches far into what is indented under it.
 * Blank lines put no distance between others.
 */
const decay = {
  after: 0.9,
  afterIndented: 0.98,
  before: 0.7,
  quiet: 0.6,
  density: 0.9,
  anchor: 0.98,
}
const anchorWeight = 4
const onsetFactor = 1.5
const onsetLines = 3

/** Joins to each line what stands around it, and weighs the ends of logs and commands more. */
export function withContext(lines: Lines, scan: LogScan, own: Float64Array): Float64Array {
  const near = nearScores(scan, own)
  addDensity(near, scan, own)
  const { count } = lines
  let anchor = 0
  for (let line = count - 1; line >= 0; line--) {
    anchor = isAnchor(lines, scan, line) ? 1 : fadeBefore(anchor, scan.flags[line] ?? 0)
    const score = (own[line] ?? 0) * (isOnset(scan, line) ? onsetFactor : 1)
    const place = placeOf(line, count) + anchorWeight * anchor
    near[line] = (score + (near[line] ?? 0)) * (1 + place)
  }
  return near
}

/** The best of what came just before and what comes just after. */
function nearScores(scan: LogScan, own: Float64Array): Float64Array {
  const near = new Float64Array(own.length)
  let carried = 0
  for (let line = 0; line < own.length; line++) {
    const flags = scan.flags[line] ?? 0
    carried = Math.max(fadeOver(carried, flags, decayAfter(flags)), own[line] ?? 0)
    near[line] = carried
  }
  carried = 0
  for (let line = own.length - 1; line >= 0; line--) {
    const flags = scan.flags[line] ?? 0
    const factor = (flags & cue.quiet) === 0 ? decay.before : decay.quiet
    carried = Math.max(fadeOver(carried, flags, factor), own[line] ?? 0)
    near[line] = Math.max(near[line] ?? 0, carried)
  }
  return near
}

/** Ends at 0: numbers that fade for ever reach a range in which processors are very slow. */
function fade(score: number, factor: number): number {
  return score < 1e-9 ? 0 : score * factor
}

function fadeOver(score: number, flags: number, factor: number): number {
  return (flags & shape.blank) === 0 ? fade(score, factor) : score
}

/** A failed command is as far as there are lines of their own: a trace of any length counts as one. */
function fadeBefore(anchor: number, flags: number): number {
  const belongsToOther = (flags & (shape.blank | shape.indented | shape.trace)) !== 0
  return belongsToOther ? anchor : fade(anchor, decay.anchor)
}

function decayAfter(flags: number): number {
  if ((flags & (shape.indented | shape.trace)) !== 0) return decay.afterIndented
  return (flags & cue.quiet) === 0 ? decay.after : decay.quiet
}

/** Many signs close together say more than one: adds their fading sum on both sides. */
function addDensity(scores: Float64Array, scan: LogScan, own: Float64Array): void {
  const share = 1 - decay.density
  let dense = 0
  for (let line = 0; line < own.length; line++) {
    dense = fadeOver(dense, scan.flags[line] ?? 0, decay.density) + (own[line] ?? 0)
    scores[line] = (scores[line] ?? 0) + share * dense
  }
  dense = 0
  for (let line = own.length - 1; line >= 0; line--) {
    dense = fadeOver(dense, scan.flags[line] ?? 0, decay.density) + (own[line] ?? 0)
    scores[line] = (scores[line] ?? 0) + share * dense
  }
}

/** The end of a log matters more, its last lines most. */
function placeOf(line: number, count: number): number {
  const share = line / count
  const cubed = share * share * share
  return count - line > 600 ? cubed : cubed + Math.exp((line - count) / 60)
}

/** The first line of an error says more than those that repeat it. */
function isOnset(scan: LogScan, line: number): boolean {
  if (scan.strong[line] === 0) return false
  for (let before = 1; before <= onsetLines; before++) {
    if ((scan.strong[line - before] ?? 0) > 0) return false
  }
  return true
}

const failedCommand =
  /exit(?:ed|ing)?\b.{0,40}?\b(?:with|code|status|:)\s*(?:code\s*)?[1-9]|\*\*\* .*(?:Error|Stop)|BUILD FAIL|Build failed|ERR!|FAILURES?!|command failed/i

/** A line that tells that a command failed: what it printed stands just before. */
function isAnchor(lines: Lines, scan: LogScan, line: number): boolean {
  if (((scan.flags[line] ?? 0) & cue.exit) === 0) return false
  return failedCommand.test(lines.text.slice(scan.messageStart[line], lines.ends[line]))
}
