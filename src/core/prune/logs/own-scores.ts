import { cue } from './cue-words.ts'
import { firstGoalBit } from './goal-forms.ts'
import { type LogScan, shape } from './scan-log.ts'

/** Beside one strong word, which is worth 1. */
const weight = { medium: 0.15, mark: 1, trace: 0.4, goal: 1 }
const warnFactor = 0.5
const quietFactor = 0.7
const repeatPower = 0.2

/** What each line says by itself; less the more lines say the same. */
export function ownScores(scan: LogScan, goalWeights: Float64Array): Float64Array {
  const own = new Float64Array(scan.strong.length)
  const repeats = countTemplates(scan.template)
  for (let line = 0; line < own.length; line++) {
    const score = signScore(scan, line) + goalScore(scan.goal[line] ?? 0, goalWeights)
    own[line] = (score * calm(scan.flags[line] ?? 0)) / repeatFactor(repeats[line] ?? 1)
  }
  return own
}

/** What cue words, crosses and stack frames say of a line. */
function signScore(scan: LogScan, line: number): number {
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

function goalScore(bits: number, weights: Float64Array): number {
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

/** `repeats ** repeatPower`, by table: the power function is slow and most lines repeat little. */
const repeatFactors = Float64Array.from({ length: 4096 }, (_, repeats) => repeats ** repeatPower)

function repeatFactor(repeats: number): number {
  return repeatFactors[repeats] ?? repeats ** repeatPower
}

/** For each line, how many lines share its template; templates may share a slot, which is rare. */
function countTemplates(template: Int32Array): Uint32Array {
  let size = 1024
  while (size < template.length * 4) size *= 2
  const mask = size - 1
  const counts = new Uint32Array(size)
  for (let line = 0; line < template.length; line++) {
    const slot = slotOf(template[line] ?? 0, mask)
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  const shared = new Uint32Array(template.length)
  for (let line = 0; line < template.length; line++) {
    shared[line] = counts[slotOf(template[line] ?? 0, mask)] ?? 1
  }
  return shared
}

function slotOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 16)) & mask
}
