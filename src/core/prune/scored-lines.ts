import type { LogScan } from './logs/scan-log.ts'
import type { Table } from './records/whole/record-set.ts'

/** What a scorer says of each line. */
export interface ScoredLines {
  /** How much each line matters, 0 or more; comparable within one text only. */
  readonly scores: Float64Array
  /** A line that scores less has no reason to stay, whatever room there is; 0 when not given. */
  readonly floor?: number
  /** Flags the lines with a clear reason: where the size is ours to choose, the others go. */
  readonly clear?: () => Uint8Array
  /** Whether the lines are those of a tree that is read as such (JSON), and nothing else chooses. */
  readonly isTree?: boolean
  /** Whether the text is nothing but records of many lines, such as commits: the words of a goal name one. */
  readonly isRecords?: boolean
  /** Whether the scorer is made for such a text and goal; where not, what speaks for lines of any text orders them. */
  readonly isMadeForIt: boolean
  /** What the scorer has read, so that it is not read again: every line, and the tables. */
  readonly scan?: LogScan
  readonly tables?: readonly Table[]
  /** Bits of `why` per line, worked out when asked for. */
  readonly reasons: () => Uint8Array
  /** Whether any term of the goal occurs in the text. */
  readonly isGoalFound: boolean
  /** Runs of lines that stand or fall together, by line: first and last index, or nothing. */
  readonly atoms?: LineAtoms
  /** Per line, another line that must stay when it stays, or -1; never in a circle. */
  readonly needs?: Int32Array
  /** What a run of lines defines or is about, for the reader of its marker. */
  readonly namesIn?: NamesIn
}

/** Names found from line `first` to line `last` (0-based, inclusive), most telling first. */
export type NamesIn = (first: number, last: number) => readonly string[]

export interface LineAtoms {
  readonly first: Uint32Array
  readonly last: Uint32Array
  /** A run that does not fit stays away instead of being cut. */
  readonly isWhole?: boolean
}

/** Why a line scored by itself; a line with no bit is context. */
export const why = { goal: 1, error: 2, structure: 4, directive: 8, standout: 16 } as const

/** How to score: asked by every scorer. */
export interface Scoring {
  readonly isExpired: () => boolean
  /** A line costs its characters rather than one: short lines that say as much go first. */
  readonly isPerCharacter: boolean
}
