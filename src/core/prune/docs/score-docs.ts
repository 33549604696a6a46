import { type Lines, lineAt } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import {
  type LineAtoms,
  type NamesIn,
  type ScoredLines,
  type Scoring,
  why,
} from '../scored-lines.ts'
import { bestOf, linesFrom } from '../select/order-by-score.ts'
import { queryOf } from '../units/query.ts'
import {
  forEachTerm,
  type Query,
  rarityOf,
  scoreUnits,
  type Unit,
  unitFrequencies,
} from '../units/score-units.ts'
import { indexTerms, type TermIndex } from '../units/term-index.ts'
import { favourParagraphs } from './favour-paragraphs.ts'
import { followLinks } from './follow-links.ts'
import { type DocsOutline, outlineDocs } from './outline-docs.ts'
import { raiseHeadings } from './raise-headings.ts'
import { scoreSentences } from './score-sentences.ts'

const scoring = { titleWeight: 2, lengthNorm: 0.75, rarityPower: 1 }
const lineShare = 0.1

/** A line worth this share of the best one is kept where the size is ours to choose. */
const clearShare = 0.5

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
  fillUnits(scores, outline.sections, sections)
  favourParagraphs(scores, outline, scoreParagraphs(index, outline, query))
  const sentences = scoreSentences(lines, outline, goal, isExpired)
  if (sentences === undefined) return undefined
  joinSentences(scores, outline, sentences)
  for (let line = 0; line < lines.count; line++) {
    const met = shareMet(index, query, line)
    if (met > 0) reasons[line] = why.goal
    scores[line] = outline.isBlank[line] !== 0 ? 0 : (scores[line] ?? 0) * (1 + lineShare * met)
  }
  if (query.size === 0) scoreLeads(scores, outline)
  raiseHeadings(scores, reasons, outline)
  return {
    scores,
    isMadeForIt: true,
    reasons: () => reasons,
    clear: () => (query.size === 0 ? linesFrom(scores, clearShare) : answersIn(sentences, outline)),
    isGoalFound: query.size > 0,
    atoms: fencesOf(outline),
    namesIn: headingsIn(lines, outline),
  }
}

/** A sentence answers that says this share of what the best one says. */
const answerShare = 0.65

/** Of a section whose heading answers, so many lines. */
const mostUnder = 20

/** The lines with the sentences that answer, what stands under a heading that does, and headings above. */
function answersIn(sentences: Float64Array, outline: DocsOutline): Uint8Array {
  const { headingLevel, sections } = outline
  const answers = linesFrom(sentences, answerShare)
  for (const { first, last } of sections)
    if (answers[first] === 1 && headingLevel[first] !== 0)
      answers.fill(1, first, Math.min(last, first + mostUnder) + 1)
  addHeadingsAbove(answers, outline)
  return answers
}

function addHeadingsAbove(answers: Uint8Array, { headingLevel, isBlank }: DocsOutline): void {
  let level = 0
  for (let line = answers.length - 1; line >= 0; line--) {
    const own = headingLevel[line] ?? 0
    if (isBlank[line] !== 0) answers[line] = 0
    if (own > 0 && own < level) answers[line] = 1
    if (answers[line] === 1) level = own > 0 ? own : Number.POSITIVE_INFINITY
    else if (own > 0 && own < level) level = own
  }
}

/** What sentences weigh where a text has no sections, and in a long section; in a short one nothing. */
const sentenceShare = { alone: 0.5, most: 0.5 }
const shortSection = 8
const longSection = 20

/** Inside what is weighed as a whole, the sentences that answer count more. */
function joinSentences(scores: Float64Array, outline: DocsOutline, sentences: Float64Array): void {
  const bestSentence = bestOf(sentences) || 1
  const bestUnit = bestOf(scores) || 1
  for (const { first, last } of outline.sections) {
    const long = Math.max(0, (last - first - shortSection) / longSection)
    const isAlone = outline.sections === outline.paragraphs
    const share = isAlone ? sentenceShare.alone : Math.min(sentenceShare.most, long)
    for (let line = first; line <= last; line++) {
      const ofUnit = (scores[line] ?? 0) / bestUnit
      scores[line] = (1 - share) * ofUnit + (share * (sentences[line] ?? 0)) / bestSentence
    }
  }
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

/** Gives each line the score of its unit. */
function fillUnits(scores: Float64Array, units: readonly Unit[], unitScores: Float64Array): void {
  units.forEach((unit, at) => {
    scores.fill(unitScores[at] ?? 0, unit.first, unit.last + 1)
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

/** Without a goal to go by: headings, then the opening lines of paragraphs, early ones first. */
function scoreLeads(scores: Float64Array, outline: DocsOutline): void {
  const { paragraphs } = outline
  paragraphs.forEach((paragraph, at) => {
    const early = 1 - at / (2 * paragraphs.length)
    for (let line = paragraph.first; line <= paragraph.last; line++) {
      const isHeading = outline.headingLevel[line] !== 0
      const lead = isHeading ? 1 + early : early / (1 + line - paragraph.first)
      scores[line] = outline.isBlank[line] === 0 ? lead : 0
    }
  })
}

/** The headings of a block, without their marks. */
function headingsIn(lines: Lines, { headingLevel }: DocsOutline): NamesIn {
  return (first, last) => {
    const names: string[] = []
    for (let line = first; line <= last && names.length < mostHeadings; line++) {
      if (headingLevel[line] !== 0)
        names.push(lineAt(lines, line).replace(/^[\s#=]+|[\s#=]+$/g, ''))
    }
    return names
  }
}

/** More are not shown. */
const mostHeadings = 8

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
  return { first, last, isWhole: true }
}
