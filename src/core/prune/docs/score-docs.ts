import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal.ts'
import { queryOf } from '../query.ts'
import { forEachTerm, type Query, rarityOf, scoreUnits, unitFrequencies } from '../score-units.ts'
import { type LineAtoms, type ScoredLines, type Scoring, why } from '../scored-lines.ts'
import { indexTerms, type TermIndex } from '../term-index.ts'
import { followLinks } from './follow-links.ts'
import { type DocsOutline, outlineDocs } from './outline-docs.ts'

const scoring = { titleWeight: 3, lengthNorm: 0.75, rarityPower: 1 }
const lineShare = 0.1
/** Keeps every heading above lines that say nothing. */
const headingFloor = 0.02

/** How much each line of a prose text matters; `undefined` when the time ran out. */
export function scoreDocs(
  lines: Lines,
  goal: Goal,
  { isExpired }: Scoring,
): ScoredLines | undefined {
  const outline = outlineDocs(lines)
  const index = indexTerms(lines, goal.language, isExpired)
  if (index === undefined) return undefined
  const query = queryOf(goal, index)
  const sections = scoreSections(index, outline, query)
  if (isExpired()) return undefined
  const scores = new Float64Array(lines.count)
  const reasons = new Uint8Array(lines.count)
  addUnits(scores, outline.sections, sections)
  addUnits(scores, outline.paragraphs, scoreParagraphs(index, outline, query))
  for (let line = 0; line < lines.count; line++) {
    const met = shareMet(index, query, line)
    if (met > 0) reasons[line] = why.goal
    scores[line] = outline.isBlank[line] !== 0 ? 0 : (scores[line] ?? 0) * (1 + lineShare * met)
  }
  if (query.size === 0) scoreLeads(scores, outline)
  raiseHeadings(scores, reasons, outline)
  return { scores, reasons: () => reasons, isGoalFound: query.size > 0, atoms: fencesOf(outline) }
}

function scoreSections(index: TermIndex, outline: DocsOutline, query: Query): Float64Array {
  const { sections } = outline
  const frequency = unitFrequencies(index, sections)
  const rarity = (term: number) => rarityOf(frequency[term] ?? 0, sections.length)
  const scores = scoreUnits(index, sections, query, rarity, scoring)
  return followLinks(index, sections, scores, rarity)
}

function scoreParagraphs(index: TermIndex, outline: DocsOutline, query: Query): Float64Array {
  const { paragraphs } = outline
  const frequency = unitFrequencies(index, paragraphs)
  const rarity = (term: number) => rarityOf(frequency[term] ?? 0, paragraphs.length)
  return scoreUnits(index, paragraphs, query, rarity, { ...scoring, titleWeight: 1 })
}

/** Adds to each line the score of its unit, in 0..1. */
function addUnits(
  scores: Float64Array,
  units: DocsOutline['sections'],
  unitScores: Float64Array,
): void {
  let best = 0
  for (const score of unitScores) best = Math.max(best, score)
  if (best === 0) return
  units.forEach((unit, at) => {
    const share = (unitScores[at] ?? 0) / best
    for (let line = unit.first; line <= unit.last; line++) {
      scores[line] = (scores[line] ?? 0) + share
    }
  })
}

/** Share of the goal's terms that the line has. */
function shareMet(index: TermIndex, query: Query, line: number): number {
  const met = new Set<number>()
  forEachTerm(index, { first: line, last: line }, (term) => {
    if (query.has(term)) met.add(term)
  })
  return query.size === 0 ? 0 : met.size / query.size
}

/** Without a goal to go by: the opening line of each paragraph, early sections first. */
function scoreLeads(scores: Float64Array, outline: DocsOutline): void {
  const { paragraphs } = outline
  paragraphs.forEach((paragraph, at) => {
    const early = 1 - at / paragraphs.length
    for (let line = paragraph.first; line <= paragraph.last; line++) {
      if (outline.isBlank[line] === 0) scores[line] = early / (1 + line - paragraph.first)
    }
  })
}

/** What headings above inherit of a heading's worth. */
const inheritedShare = 0.5

/** A heading is worth the best line under it, and half of the best heading below it. */
function raiseHeadings(scores: Float64Array, reasons: Uint8Array, outline: DocsOutline): void {
  let best = 0
  for (const score of scores) best = Math.max(best, score)
  const bestByLevel = new Float64Array(8)
  let bestLine = 0
  for (let line = scores.length - 1; line >= 0; line--) {
    const level = outline.headingLevel[line] ?? 0
    bestLine = Math.max(bestLine, scores[line] ?? 0)
    if (level === 0) continue
    const worth = Math.max(bestLine, inheritedShare * takeDeeper(bestByLevel, level))
    bestByLevel[level] = Math.max(bestByLevel[level] ?? 0, worth)
    scores[line] = worth + headingFloor * (best || 1)
    reasons[line] = (reasons[line] ?? 0) | why.structure
    bestLine = 0
  }
}

/** The best of the levels below `level`, which belong to this heading and to none before it. */
function takeDeeper(bestByLevel: Float64Array, level: number): number {
  let best = 0
  for (let deeper = level + 1; deeper < bestByLevel.length; deeper++) {
    best = Math.max(best, bestByLevel[deeper] ?? 0)
    bestByLevel[deeper] = 0
  }
  return best
}

/** Fenced code stands or falls as one. */
function fencesOf(outline: DocsOutline): LineAtoms {
  const count = outline.isFenced.length
  const first = Uint32Array.from({ length: count }, (_, line) => line)
  const last = Uint32Array.from(first)
  for (let line = 1; line < count; line++) {
    if (outline.isFenced[line] !== 0 && outline.isFenced[line - 1] !== 0)
      first[line] = first[line - 1] ?? line
  }
  for (let line = count - 2; line >= 0; line--) {
    if (outline.isFenced[line] !== 0 && outline.isFenced[line + 1] !== 0)
      last[line] = last[line + 1] ?? line
  }
  return { first, last }
}
