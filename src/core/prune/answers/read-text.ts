import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { cueEntries } from '../logs/cue-words.ts'
import { goalForms } from '../logs/goal-forms.ts'
import { type LogScan, scanLog } from '../logs/scan-log.ts'
import { wordTable } from '../logs/word-table.ts'
import { type LineTree, readLineTree } from '../records/line-tree.ts'
import type { Table } from '../records/whole/record-set.ts'
import type { ScoredLines } from '../scored-lines.ts'
import { type LineShapes, shapesOf } from './line-shapes.ts'
import { pastPrefix } from './past-prefix.ts'

/** A text of any form, read for its lines, their shapes and what stands under what. */
export interface ReadText {
  readonly lines: Lines
  readonly goal: Goal
  readonly scan: LogScan
  /** Where each line begins, past what all lines begin with. */
  readonly starts: Uint32Array
  readonly shapes: LineShapes
  readonly tree: LineTree
  /** The tables in it, where the whole text is tables. */
  readonly tables: readonly Table[]
}

/** Reads a text, but for what its scorer has read; `undefined` when the time ran out. */
export function readText(
  lines: Lines,
  goal: Goal,
  { scan: known, tables = [] }: Pick<ScoredLines, 'scan' | 'tables'>,
  isExpired: () => boolean,
): ReadText | undefined {
  const scan = known ?? scanned(lines, goal, isExpired)
  if (scan === undefined) return undefined
  const starts = pastPrefix(lines, scan.messageStart)
  return {
    lines,
    goal,
    scan,
    starts,
    shapes: shapesOf(lines, starts),
    tree: readLineTree(lines, starts),
    tables,
  }
}

function scanned(lines: Lines, goal: Goal, isExpired: () => boolean): LogScan | undefined {
  const words = wordTable([...cueEntries(), ...goalForms(goal)], goal.hasCompounds)
  return scanLog(lines, { words, numbers: goal.numbers }, isExpired)
}

/** A line as it is read: past what all lines begin with, and no further than a reader would look. */
export function lineIn(text: Pick<ReadText, 'lines' | 'starts'>, line: number): string {
  return text.lines.text.slice(text.starts[line] ?? 0, endIn(text, line))
}

/** Where a line ends as it is read. */
export function endIn({ lines, starts }: Pick<ReadText, 'lines' | 'starts'>, line: number): number {
  return Math.min(lines.ends[line] ?? 0, (starts[line] ?? 0) + longestRead)
}

const longestRead = 400
