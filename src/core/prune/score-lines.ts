import type { Lines } from '../text/lines.ts'
import { rankLines, scoredByRank } from './answers/rank-lines.ts'
import { scoreCode } from './code/score-code.ts'
import { scoreDocs } from './docs/score-docs.ts'
import { type Goal, readGoal } from './goal/goal.ts'
import { translateGoal } from './goal/translate-goal.ts'
import { scoreJson } from './json/score-json.ts'
import { scoreLogs } from './logs/score-logs.ts'
import { readWhole } from './records/read-whole.ts'
import { scoreRecords } from './records/score-records.ts'
import type { ScoredLines } from './scored-lines.ts'
import { bestOf } from './select/order-by-score.ts'
import type { PruneContext, PruneInput } from './types.ts'

/** How much each line matters to the goal; `undefined` when the time ran out. */
export function scoreLines(
  lines: Lines,
  input: PruneInput,
  context: PruneContext,
): ScoredLines | undefined {
  const scored = scoreLocally(lines, input, context)
  if (scored !== undefined && context.meaning !== undefined && !scored.isGoalFound)
    return liftByMeaning(scored, context.meaning)
  if (scored === undefined || context.lineScores === undefined) return scored
  return { ...scored, scores: joinScores(scored.scores, context.lineScores), isGoalFound: true }
}

function scoreLocally(
  lines: Lines,
  input: PruneInput,
  { isExpired }: PruneContext,
): ScoredLines | undefined {
  const goal = readGoal(input.goal, translateGoal(input.goal, lines.text))
  const scored = scoreByForm(lines, input, goal, isExpired)
  // Where the size is ours to choose, lines are chosen by rank later.
  if (scored === undefined || scored.isMadeForIt || input.choosesSize === true) return scored
  const ranked = rankLines(lines, goal, scored, isExpired)
  return ranked === undefined ? scored : scoredByRank(scored, ranked)
}

function scoreByForm(
  lines: Lines,
  input: PruneInput,
  goal: Goal,
  isExpired: () => boolean,
): ScoredLines | undefined {
  const scoring = { isExpired, isPerCharacter: input.keepBudget !== undefined }
  const json = scoreJson(lines, goal)
  if (json !== undefined) return json
  const records = readWhole(lines)
  if (records !== undefined) return scoreRecords(lines, records, goal, scoring)
  switch (input.sourceType) {
    case 'logs':
      return scoreLogs(lines, goal, scoring)
    case 'docs':
      return scoreDocs(lines, goal, scoring)
    case 'code':
      return scoreCode(lines, goal, scoring)
  }
}

/** Lines near the goal in meaning count as much as the best; what stood by itself still stands. */
function liftByMeaning(scored: ScoredLines, meaning: Float64Array): ScoredLines {
  const best = bestOf(scored.scores) || 1
  const { clear } = scored
  return {
    ...scored,
    scores: scored.scores.map((score, line) => score + best * (meaning[line] ?? 0)),
    ...(clear === undefined
      ? {}
      : { clear: () => clear().map((flag, line) => ((meaning[line] ?? 0) > 0 ? 1 : flag)) }),
  }
}

/** What a reranker says weighs as much as what we say; lines it did not see keep our half. */
function joinScores(ours: Float64Array, theirs: Float64Array): Float64Array {
  const best = bestOf(ours)
  return ours.map((score, line) => {
    const other = theirs[line] ?? Number.NaN
    const own = best > 0 ? score / best : 0
    return Number.isNaN(other) ? own / 2 : (own + Math.min(1, Math.max(0, other))) / 2
  })
}
