import type { Lines } from '../../text/lines.ts'
import type { LineAtoms } from '../scored-lines.ts'
import { orderByScore } from './order-by-score.ts'

export interface Selection {
  readonly lines: Lines
  /** How much each line matters, 0 or more. */
  readonly scores: Float64Array
  /** A line must score more than 0, and at least this, unless a law forces lines to stay. */
  readonly floor?: number
  /** Flags the lines that may stay without being forced to; all of them when not given. */
  readonly clear?: Uint8Array
  /** Lines that stay whatever the budget: directives. */
  readonly absolute: Uint8Array
  /** Runs that stay or go as one while they are small beside the budget. */
  readonly atoms?: LineAtoms
  /** Per line, another line that stays when it stays, or -1. */
  readonly needs?: Int32Array
  /** The fewest lines the two laws allow. */
  readonly leastLines: number
  /** Characters to stay under once the laws are met; without it the fewest lines are kept. */
  readonly charBudget?: number
  /** Enough lines, once the laws are met; without it the budget alone ends the choice. */
  readonly mostLines?: number
  /** A gap must hide at least this many characters to be worth its marker. */
  readonly worthyChars: number
  /** Charged for each gap when markers count against the budget, else 0. */
  readonly gapCost: number
}

/** A gap shorter than this is kept, unless its lines are very long. */
const worthyGapLines = 3
const longGap = 5

/**
 * Which lines stay: the best by score, until the laws and the budget are met.
 * Gaps that are not worth a marker are filled as they appear, and paid for.
 */
export function selectLines(selection: Selection): Uint8Array {
  const state = startState(selection)
  keepAbsolute(state)
  const order = orderByScore(selection.scores)
  keepBest(state, order)
  for (let at = 0; at < order.length && state.keptLines < state.leastLines; at++) {
    const index = order[at] ?? 0
    if (state.kept[index] === 0) offer(state, index)
  }
  return state.kept
}

/** Keeps what has a reason, best first, while there is room. */
function keepBest(state: State, order: Uint32Array): void {
  const { scores, floor = 0, clear, kept } = state
  for (let at = 0; at < order.length && !isDone(state); at++) {
    const index = order[at] ?? 0
    const score = scores[index] ?? 0
    if (clear === undefined && (score <= 0 || score < floor)) return
    if (clear?.[index] === 0 || kept[index] !== 0) continue
    if (isWorthAlone(state, index)) offer(state, index)
  }
}

/** A blank line between two markers says nothing: it stays only beside a line that stays. */
function isWorthAlone({ kept, lines }: State, index: number): boolean {
  const end = lines.ends[index] ?? 0
  let at = lines.starts[index] ?? 0
  while (at < end && lines.text.charCodeAt(at) <= 0x20) at += 1
  return at < end || kept[index - 1] === 1 || kept[index + 1] === 1
}

interface State extends Selection {
  readonly kept: Uint8Array
  keptLines: number
  keptChars: number
  gaps: number
  /** Offers refused in a row for lack of room. */
  refused: number
}

function startState(selection: Selection): State {
  const kept = new Uint8Array(selection.lines.count)
  return { ...selection, kept, keptLines: 0, keptChars: 0, gaps: 1, refused: 0 }
}

/** Enough small lines have been tried after the budget filled up. */
const patience = 400

function isDone(state: State): boolean {
  if (state.keptLines < state.leastLines) return false
  if (state.keptLines >= (state.mostLines ?? Number.POSITIVE_INFINITY)) return true
  return state.charBudget === undefined || state.refused > patience
}

/** Keeps the line, all it stands or falls with, and what it needs; or nothing of it, for lack of room. */
function offer(state: State, index: number): void {
  const isForced = state.keptLines < state.leastLines
  const { keptLines, keptChars, gaps } = state
  const added: number[] = []
  let { first, last } = atomOf(state, index)
  while (true) {
    keepReaching(state, first, last, added)
    if (!isForced && roomIn(state) < 0) break
    const needed = unmetNeed(state, first, last)
    if (needed < 0) {
      state.refused = 0
      return
    }
    first = needed
    last = needed
  }
  for (const line of added) state.kept[line] = 0
  Object.assign(state, { keptLines, keptChars, gaps })
  state.refused += 1
}

/** Keeps the lines and the unworthy gaps beside them. */
function keepReaching(state: State, first: number, last: number, added: number[]): void {
  const from = reachBack(state, first)
  const to = reachForward(state, last)
  for (let line = from; line <= to; line++) {
    if (state.kept[line] !== 0) continue
    keep(state, line)
    added.push(line)
  }
}

/** A line that one of these needs and that does not stay yet, or -1. */
function unmetNeed({ needs, kept }: State, first: number, last: number): number {
  if (needs === undefined) return -1
  for (let line = first; line <= last; line++) {
    const needed = needs[line] ?? -1
    if (needed >= 0 && kept[needed] === 0) return needed
  }
  return -1
}

/** Past this share of the budget, an atom would crowd out the rest: it is cut like other text. */
const atomShare = 0.25

function atomOf(state: State, index: number): { readonly first: number; readonly last: number } {
  const first = state.atoms?.first[index] ?? index
  const last = state.atoms?.last[index] ?? index
  const chars = (state.lines.ends[last] ?? 0) - (state.lines.starts[first] ?? 0)
  const isSmall =
    state.charBudget === undefined
      ? last - first + 1 <= atomShare * state.leastLines
      : chars <= atomShare * state.charBudget
  const isForced = state.keptLines < state.leastLines
  const staysWhole = isSmall || (state.atoms?.isWhole === true && !isForced)
  return staysWhole ? { first, last } : { first: index, last: index }
}

function roomIn(state: State): number {
  return (state.charBudget ?? 0) - state.keptChars - state.gaps * state.gapCost
}

function keep(state: State, index: number): void {
  const { kept, lines } = state
  if (kept[index] !== 0) return
  const hasBefore = index === 0 || kept[index - 1] !== 0
  const hasAfter = index === lines.count - 1 || kept[index + 1] !== 0
  kept[index] = 1
  state.keptLines += 1
  state.keptChars += (lines.starts[index + 1] ?? 0) - (lines.starts[index] ?? 0)
  state.gaps += 1 - Number(hasBefore) - Number(hasAfter)
}

/** The first line of the unworthy gap that ends just before `index`, or `index` itself. */
function reachBack(state: State, index: number): number {
  const { kept, lines } = state
  const end = lines.ends[index - 1] ?? 0
  let line = index - 1
  while (line >= 0 && kept[line] === 0) {
    if (isWorthy(state, index - line, end - (lines.starts[line] ?? 0))) return index
    line -= 1
  }
  return line + 1
}

/** The last line of the unworthy gap that starts just after `index`, or `index` itself. */
function reachForward(state: State, index: number): number {
  const { kept, lines } = state
  const start = lines.starts[index + 1] ?? 0
  let line = index + 1
  while (line < lines.count && kept[line] === 0) {
    if (isWorthy(state, line - index, (lines.ends[line] ?? 0) - start)) return index
    line += 1
  }
  return line - 1
}

function isWorthy(state: State, gapLines: number, gapChars: number): boolean {
  if (gapChars < state.worthyChars) return false
  return gapLines >= worthyGapLines || gapChars >= longGap * state.worthyChars
}

/** Keeps what directives enclose, and the unworthy gaps they leave between and around them. */
function keepAbsolute(state: State): void {
  const { lines, absolute } = state
  for (let index = 0; index < lines.count; index++) {
    if (absolute[index] !== 0) keep(state, index)
  }
  for (let index = 0; index < lines.count; index++) {
    if (absolute[index] !== 0) keepAround(state, index)
  }
}

function keepAround(state: State, index: number): void {
  const last = reachForward(state, index)
  for (let line = reachBack(state, index); line <= last; line++) keep(state, line)
}
