import { cue } from './cue-words.ts'
import { firstGoalBit } from './goal-forms.ts'
import { type LogScan, shape } from './scan-log.ts'

/** Beside one strong word, which is worth 1. */
const weight = { medium: 0.15, mark: 1, trace: 0.4, goal: 1 }
const warnFactor = 0.5
const quietFactor = 0.7
const repeatPower = 0.2

/** What each line says by itself; less the more lines before it said the same. */
export function ownScores(scan: LogScan, goalWeights: Float64Array): Float64Array {
  const own = new Float64Array(scan.strong.length)
  const timesSeen = templateCounter(own.length)
  for (let line = 0; line < own.length; line++) {
    const score = signScore(scan, line) + goalScore(scan.goal[line] ?? 0, goalWeights)
    const repeats = timesSeen(scan.template[line] ?? 0)
    own[line] = (score * calm(scan.flags[line] ?? 0)) / (repeatFactors[repeats] ?? 1)
  }
  return own
}

/** What cue words, crosses and stack frames say of a line. */
export function signScore(scan: LogScan, line: number): number {
  const flags = scan.flags[line] ?? 0
  const words = saturate(Math.min(2, scan.strong[line] ?? 0))
  const weak = weight.medium * saturate(scan.medium[line] ?? 0)
  const mark = (flags & shape.mark) === 0 ? 0 : weight.mark
  return words + weak + mark + ((flags & shape.trace) === 0 ? 0 : weight.trace)
}

/** `count ** 0.7`: a second sign says less than the first. */
const saturated = [0, 1, 1.62, 2.16]

function saturate(count: number): number {
  return saturated[count] ?? 0
}

/** What the terms of the goal in `bits` are worth. */
export function goalScore(bits: number, weights: Float64Array): number {
  let score = 0
  for (let rest = bits >>> firstGoalBit, at = 0; rest !== 0; rest >>>= 1, at++) {
    if ((rest & 1) !== 0) score += weights[at] ?? 0
  }
  return weight.goal * score
}

/** Warnings and work that goes as planned. */
function calm(flags: number): number {
  const warned = (flags & cue.warn) === 0 ? 1 : warnFactor
  return (flags & cue.quiet) === 0 ? warned : warned * quietFactor
}

/** `repeats ** repeatPower` for all that a counter counts: the power function is slow. */
const repeatFactors = Float64Array.from({ length: 256 }, (_, repeats) => repeats ** repeatPower)

/**
 * Counts a template and says how often it was met, up to 255. Templates may share a count, which is
 * rare; a byte each keeps the counts of a large log in the processor's cache.
 */
function templateCounter(lineCount: number): (template: number) => number {
  let size = 1024
  while (size < lineCount * 4) size *= 2
  const counts = new Uint8Array(size)
  return (template) => {
    const slot = (template ^ (template >>> 16)) & (size - 1)
    const count = Math.min((counts[slot] ?? 0) + 1, 255)
    counts[slot] = count
    return count
  }
}
