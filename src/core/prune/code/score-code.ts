import { type Lines, lineAt } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { structureOfCode } from '../protect/code.ts'
import { type NamesIn, type ScoredLines, type Scoring, why } from '../scored-lines.ts'
import { bestOf, linesFrom } from '../select/order-by-score.ts'
import { queryOf } from '../units/query.ts'
import { type Query, rarityOf, scoreUnits, type Unit } from '../units/score-units.ts'
import { indexTerms, type TermIndex } from '../units/term-index.ts'
import { type CodeOutline, outlineCode } from './outline-code.ts'

/** What each sign is worth beside a line's own words, all in 0..1 of their best. */
const weight = { near: 0.75, unit: 1.75, enclosing: 1, structure: 0.05 }
const unitScoring = { titleWeight: 3, lengthNorm: 0.8, rarityPower: 1.5 }
const ownRarityPower = 3
const nearDecay = 0.88
const enclosingDecay = 0.95
const blankFactor = 0.5
const lengthPower = 0.12

/** A line worth this share of the best one is kept where the size is ours to choose. */
const clearShare = 0.35

/** How much each line of a program matters; `undefined` when the time ran out. */
export function scoreCode(
  lines: Lines,
  goal: Goal,
  { isExpired, isPerCharacter }: Scoring,
): ScoredLines | undefined {
  const index = indexTerms(lines, goal.language, isExpired)
  if (index === undefined) return undefined
  const outline = outlineCode(lines)
  const query = queryOf(goal, index)
  const rarity = (term: number) =>
    rarityOf(index.lineFrequency[term] ?? 0, lines.count) / Math.log(1 + lines.count)
  const own = ownScores(index, query, rarity)
  const structure = structureOfCode(lines)
  if (isExpired()) return undefined
  const scores = new Float64Array(lines.count)
  add(scores, own, 1)
  add(scores, nearScores(own), weight.near)
  add(scores, enclosingScores(own, outline), weight.enclosing)
  add(scores, unitScores(index, outline, query, rarity), weight.unit)
  finish(scores, structure, outline)
  raiseSignatures(scores, structure, outline)
  if (isPerCharacter) divideByLength(scores, lines)
  const reasons = () =>
    structure.map(
      (flag, line) => (flag === 0 ? 0 : why.structure) | ((own[line] ?? 0) > 0 ? why.goal : 0),
    )
  const namesIn = namesInCode(lines, structure)
  return {
    scores,
    isMadeForIt: isProgram(structure),
    reasons,
    clear: () => linesFrom(scores, clearShare),
    isGoalFound: query.size > 0,
    namesIn,
  }
}

/** A program names things in this share of its lines, or more. */
const leastNaming = 0.02

function isProgram(structure: Uint8Array): boolean {
  const naming = structure.reduce((sum, flag) => sum + flag, 0)
  return naming >= structure.length * leastNaming
}

/** Rarity of the goal's terms on each line, every term once. */
function ownScores(index: TermIndex, query: Query, rarity: (term: number) => number): Float64Array {
  const own = new Float64Array(index.offsets.length - 1)
  const lastLine = new Map<number, number>()
  for (let line = 0; line < own.length; line++) {
    const end = index.offsets[line + 1] ?? 0
    for (let at = index.offsets[line] ?? 0; at < end; at++) {
      const term = index.terms[at] ?? 0
      const worth = query.get(term)
      if (worth === undefined || lastLine.get(term) === line) continue
      lastLine.set(term, line)
      own[line] = (own[line] ?? 0) + worth * rarity(term) ** ownRarityPower
    }
  }
  return own
}

/** What stands around each line, fading with distance. */
function nearScores(own: Float64Array): Float64Array {
  const near = new Float64Array(own.length)
  for (let line = 0, carried = 0; line < own.length; line++) {
    near[line] = carried * nearDecay
    carried = carried * nearDecay + (own[line] ?? 0)
  }
  for (let line = own.length - 1, carried = 0; line >= 0; line--) {
    near[line] = (near[line] ?? 0) + carried * nearDecay
    carried = carried * nearDecay + (own[line] ?? 0)
  }
  return near
}

/** The best of the lines that open the blocks a line is in, its own included, fading outwards. */
function enclosingScores(own: Float64Array, { parent, end }: CodeOutline): Float64Array {
  const enclosing = new Float64Array(own.length)
  for (let line = 0; line < own.length; line++) {
    const opened = end[line] === line ? 0 : (own[line] ?? 0)
    const around = enclosing[parent[line] ?? -1] ?? 0
    enclosing[line] = Math.max(opened, enclosingDecay * around)
  }
  return enclosing
}

function unitScores(
  index: TermIndex,
  outline: CodeOutline,
  query: Query,
  rarity: (term: number) => number,
): Float64Array {
  const unitOfLine = unitOfLines(outline)
  const units: Unit[] = []
  const scores = new Float64Array(unitOfLine.length)
  for (let first = 0; first < unitOfLine.length; first++) {
    let last = first
    while (last + 1 < unitOfLine.length && unitOfLine[last + 1] === unitOfLine[first]) last += 1
    units.push({ first, last, title: unitOfLine[first] ?? first })
    first = last
  }
  const found = scoreUnits(index, units, query, rarity, unitScoring)
  units.forEach((unit, at) => {
    scores.fill(found[at] ?? 0, unit.first, unit.last + 1)
  })
  return scores
}

/** Structure goes before lines that say nothing; blank lines only fill. */
function finish(scores: Float64Array, structure: Uint8Array, outline: CodeOutline): void {
  const best = bestOf(scores)
  for (let line = 0; line < scores.length; line++) {
    if (structure[line] !== 0) scores[line] = (scores[line] ?? 0) + weight.structure * (best || 1)
    if (outline.isBlank[line] !== 0) scores[line] = (scores[line] ?? 0) * blankFactor
  }
}

/** Of lines that say as much, the shorter are the cheaper. */
function divideByLength(scores: Float64Array, lines: Lines): void {
  for (let line = 0; line < scores.length; line++) {
    const length = (lines.ends[line] ?? 0) - (lines.starts[line] ?? 0)
    scores[line] = (scores[line] ?? 0) / ((length + 20) / 60) ** lengthPower
  }
}

/** Adds `extra`, brought to 0..1, times `worth`. */
function add(scores: Float64Array, extra: Float64Array, worth: number): void {
  const best = bestOf(extra)
  if (best === 0) return
  for (let line = 0; line < scores.length; line++) {
    scores[line] = (scores[line] ?? 0) + (worth * (extra[line] ?? 0)) / best
  }
}

const declared =
  /\b(?:class|interface|trait|struct|enum|type|impl|protocol|record|module|namespace|def|fn|func|fun|function\*?|sub)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u
const assignedTo =
  /([\p{L}_$][\p{L}\p{N}_$.]*)\s*=\s*(?:async\b|function\b|class\b|\(|[\w$]+\s*=>)/u

/** More are not shown. */
const mostNames = 8

/** What a block of code defines, in order. */
function namesInCode(lines: Lines, structure: Uint8Array): NamesIn {
  return (first, last) => {
    const names: string[] = []
    for (let line = first; line <= last && names.length < mostNames; line++) {
      if (structure[line] === 0) continue
      const text = lineAt(lines, line).slice(0, 400)
      const name = (declared.exec(text) ?? assignedTo.exec(text))?.[1]
      if (name !== undefined) names.push(name)
    }
    return names
  }
}

const signatureShare = 0.95

/** What is kept inside a class or function brings its opening line with it. */
function raiseSignatures(
  scores: Float64Array,
  structure: Uint8Array,
  { parent }: CodeOutline,
): void {
  const bestInside = new Float64Array(scores.length)
  for (let line = scores.length - 1; line >= 0; line--) {
    const share = structure[line] === 0 ? 1 : signatureShare
    const best = Math.max(scores[line] ?? 0, share * (bestInside[line] ?? 0))
    if (structure[line] !== 0) scores[line] = best
    const above = parent[line] ?? -1
    if (above >= 0) bestInside[above] = Math.max(bestInside[above] ?? 0, best)
  }
}

/** Larger blocks are read piece by piece. */
const largestUnit = 60

/** For each line, the opening line of the largest block around it that is still one thought. */
function unitOfLines({ parent, end }: CodeOutline): Int32Array {
  const units = new Int32Array(parent.length)
  for (let line = 0; line < parent.length; line++) {
    const above = parent[line] ?? -1
    const fits = above >= 0 && (end[above] ?? 0) - above <= largestUnit
    units[line] = fits ? (units[above] ?? line) : line
  }
  return units
}
