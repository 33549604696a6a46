import type { Lines } from '../../text/lines.ts'
import type { Goal } from '../goal/goal.ts'
import { cueEntries } from '../logs/cue-words.ts'
import { goalForms } from '../logs/goal-forms.ts'
import { type LogScan, scanLog } from '../logs/scan-log.ts'
import { wordTable } from '../logs/word-table.ts'
import { type LineTree, readLineTree } from '../records/line-tree.ts'
import type { Table } from '../records/whole/record-set.ts'
import type { ScoredLines } from '../scored-lines.ts'
import { type Blocks, blocksIn } from './blocks.ts'
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
  readonly blocks: Blocks
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
  const shapes = shapesOf(lines, starts)
  return {
    lines,
    goal,
    scan,
    starts,
    shapes,
    tree: readLineTree(lines, starts),
    blocks: blocksIn({ lines, starts, shapes }),
    tables,
  }
}

function scanned(lines: Lines, goal: Goal, isExpired: () => boolean): LogScan | undefined {
  const words = wordTable([...cueEntries(), ...goalForms(goal)], goal.hasCompounds)
  return scanLog(lines, { words, numbers: goal.numbers }, isExpired)
}

/** Flags the rows of tables, each of which is about one thing. */
export function rowsOf({ tables, lines }: ReadText): Uint8Array {
  const isRow = new Uint8Array(lines.count)
  for (const { rows } of tables)
    for (const { first, last } of rows) if (first === last) isRow[first] = 1
  return isRow
}
