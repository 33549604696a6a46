import { type Lines, splitLines } from '../text/lines.ts'
import { countLines, type LineRange } from '../text/ranges.ts'
import { chooseLines } from './answers/choose-lines.ts'
import { knownLines } from './answers/known-lines.ts'
import { knownWhole, rankLines, scoredByRank } from './answers/rank-lines.ts'
import { areNumbersAbsent } from './goal/absent-numbers.ts'
import { readGoal } from './goal/goal.ts'
import { translateGoal } from './goal/translate-goal.ts'
import { flagEnd } from './goal/without-goal.ts'
import { explainBlocks, relativeScores } from './markers/explain.ts'
import { markerWords } from './markers/marker-words.ts'
import { reasonOf } from './markers/reason-of.ts'
import { markerOf, numberedLines, render } from './markers/render.ts'
import { protectedLines } from './protect/directives.ts'
import { scoreLines } from './score-lines.ts'
import type { ScoredLines } from './scored-lines.ts'
import { type Selection, selectLines } from './select/select-lines.ts'
import type { PruneContext, PruneInput, PruneOutcome, PruneWarning } from './types.ts'

/**
 * Keeps the lines that matter to the goal, verbatim and in order, and describes what it hides.
 * Both laws hold for every input; where nothing is worth hiding the text comes back as it was.
 */
export function prune(input: PruneInput, context: PruneContext): PruneOutcome {
  const lines = splitLines(input.text)
  const least = leastLines(lines.count, input.maxPruneRatio, input.minKeepLines)
  if (least === undefined) return passThrough(lines, ['constraints_unmet'])
  if (context.isExpired()) return passThrough(lines, ['timeout'])
  if (least === lines.count) return unchanged(lines, input, [])
  const scored = scoreLines(lines, input, context)
  if (scored === undefined || context.isExpired()) return passThrough(lines, ['timeout'])
  const chosen = clearLines(lines, input, context, scored)
  const warnings: readonly PruneWarning[] =
    isFound(chosen.explained, input) || input.isGoalOpen === true ? [] : ['goal_not_found']
  const outcome = hide({ lines, input, context, scored, chosen, least, warnings })
  return input.scoresLines === true ? { ...outcome, lineScores: relativeScores(scored) } : outcome
}

/** A number that a goal names is what it asks about, whatever else of it is there. */
function isFound({ isGoalFound }: ScoredLines, { goal, text }: PruneInput): boolean {
  return isGoalFound && !areNumbersAbsent(goal, text)
}

/** The fallback of the contract: the text as received, and why. */
export function passThrough(lines: Lines, warnings: readonly PruneWarning[]): PruneOutcome {
  return { ...wholeText(lines), text: lines.text, warnings, fallback: true }
}

interface Hiding {
  readonly lines: Lines
  readonly input: PruneInput
  readonly context: PruneContext
  readonly scored: ScoredLines
  readonly chosen: Chosen
  readonly least: number
  readonly warnings: readonly PruneWarning[]
}

/** So many times the characters of its marker: then a gap is longer in bytes too, and mostly in tokens. */
const worthyGap = 1.25

/** Gaps whose markers say what they hide; nobody reads more, and each costs a look. */
const mostDescribed = 200

/** Hidden lines that are read for what markers say; of a text with more, later markers are plain. */
const mostCompared = 20_000

/** Where the laws would let everything go and no budget speaks, one line in twenty stays. */
const leastShare = 0.05

function hide({ lines, input, context, scored, chosen, least, warnings }: Hiding): PruneOutcome {
  const absolute = protectedLines(lines)
  const words = markerWords(input.locale)
  const longest = markerOf(
    context.pruneId,
    { start: lines.count, end: lines.count },
    words.plainReason,
    input.locale,
  ).length
  const markerLength = longest + String(lines.count).length
  const { keepBudget } = input
  const floor = scored.floor ?? 0
  const { clear, explained } = chosen
  const selection: Selection = {
    lines,
    scores: scored.scores,
    floor,
    ...(clear === undefined ? {} : { clear }),
    absolute: mustStay(input, lines, absolute),
    ...(scored.atoms === undefined ? {} : { atoms: scored.atoms }),
    ...(scored.needs === undefined ? {} : { needs: scored.needs }),
    leastLines: keepBudget === undefined ? Math.max(least, lines.count * leastShare) : least,
    ...(keepBudget === undefined ? {} : { charBudget: keepBudget.chars }),
    worthyChars: worthyGap * markerLength,
    gapCost: keepBudget?.countsMarkers === true ? markerLength + 1 : 0,
  }
  const kept = selectSome(selection)
  if (!kept.includes(0)) return unchanged(lines, input, warnings)
  // A budget that counts markers has counted plain ones.
  const isPlain = keepBudget?.countsMarkers === true
  const namesIn = scored.namesIn ?? (() => [])
  let described = 0
  let left = mostCompared
  const rendered = render({
    lines,
    kept,
    pruneId: context.pruneId,
    reasonOf: (gap) => {
      left -= gap.end - gap.start + 1
      return isPlain || left < 0 || described++ >= mostDescribed
        ? words.plainReason
        : reasonOf(lines, gap, markerLength, namesIn, words)
    },
    options: input,
  })
  return {
    kind: 'pruned',
    ...rendered,
    originalLines: lines.count,
    keptLines: countLines(rendered.keptRanges),
    warnings,
    fallback: false,
    ...(input.explain === true
      ? { blocks: explainBlocks(rendered.keptRanges, explained, absolute) }
      : {}),
  }
}

/** The lines that answer, where the size is ours to choose, and the scores they were chosen by. */
interface Chosen {
  readonly clear: Uint8Array | undefined
  readonly explained: ScoredLines
}

function clearLines(
  lines: Lines,
  { goal, text, isGoalOpen = false, choosesSize = false }: PruneInput,
  { isExpired }: PruneContext,
  scored: ScoredLines,
): Chosen {
  if (!choosesSize) return { clear: undefined, explained: scored }
  const asked = readGoal(goal, translateGoal(goal, text))
  // Nobody named anything: the reader of the form knows best what went wrong.
  if (isGoalOpen) return { clear: knownWhole(lines, asked, scored, isExpired), explained: scored }
  const ranked = rankLines(lines, asked, scored, isExpired)
  if (ranked === undefined) return { clear: knownLines(scored), explained: scored }
  return { clear: chooseLines(ranked), explained: scoredByRank(scored, ranked) }
}

/** Where nothing has a reason to stay, a few lines show what kind of text it is. */
const fewLines = 5

/** A text that is read in a moment stays whole where nothing in it is found. */
const shortText = 1500

function selectSome(selection: Selection): Uint8Array {
  const kept = selectLines(selection)
  if (kept.includes(1)) return kept
  const { clear, floor: _floor, ...open } = selection
  if (clear !== undefined && selection.lines.text.length <= shortText) return kept.fill(1)
  const scores = selection.scores.map((score) => score + Number.EPSILON)
  return selectLines({ ...open, scores, mostLines: fewLines })
}

function mustStay(
  { keepsEnd = false }: PruneInput,
  lines: Lines,
  absolute: Uint8Array,
): Uint8Array {
  return keepsEnd ? flagEnd(lines, absolute) : absolute
}

function unchanged(
  lines: Lines,
  input: PruneInput,
  warnings: readonly PruneWarning[],
): PruneOutcome {
  const whole = wholeText(lines)
  const text = input.annotateLines
    ? whole.keptRanges.map((range) => numberedLines(lines, range)).join('')
    : lines.text
  return { ...whole, text, warnings, fallback: false }
}

function wholeText(lines: Lines) {
  const keptRanges: readonly LineRange[] = lines.count === 0 ? [] : [{ start: 1, end: lines.count }]
  return {
    kind: 'unchanged',
    annotations: [],
    originalLines: lines.count,
    keptLines: lines.count,
    keptRanges,
  } as const
}

/** The fewest lines that may stay under both laws, or nothing when `minKeepLines` cannot be met. */
function leastLines(
  count: number,
  maxPruneRatio: number,
  minKeepLines: number,
): number | undefined {
  if (minKeepLines > count) return undefined
  let hidden = Math.floor(count * maxPruneRatio)
  while (hidden > 0 && hidden / count > maxPruneRatio) hidden -= 1
  return Math.max(count - hidden, minKeepLines)
}
