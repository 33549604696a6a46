import { splitLines } from '../../../src/core/text/lines.ts'
import { labelledGroups, shareFound } from '../recall.ts'
import type { Kept } from './ask.ts'
import type { WildCase } from './read-cases.ts'

export interface Measured {
  /** Share of what is wanted that is there. */
  readonly recall: number
  /** Share of what is there that is wanted, in characters. */
  readonly precision: number
  /** Characters of the text that are there, for each one wanted; markers are not the text. */
  readonly size: number
  readonly chars: number
}

export function measure(one: WildCase, kept: Kept): Measured {
  return one.holds.length > 0 ? measureStrings(one, kept.text) : measureLines(one, kept.flags)
}

function measureStrings({ holds }: WildCase, text: string): Measured {
  const found = holds.filter((piece) => text.includes(piece))
  const foundChars = found.reduce((sum, { length }) => sum + length, 0)
  const wantedChars = holds.reduce((sum, { length }) => sum + length, 0)
  return {
    recall: found.length / holds.length,
    precision: foundChars / Math.max(1, text.length),
    size: text.length / wantedChars,
    chars: text.length,
  }
}

function measureLines(one: WildCase, flags: Uint8Array): Measured {
  const { starts } = splitLines(one.text)
  const costOf = (index: number): number => (starts[index + 1] ?? 0) - (starts[index] ?? 0)
  const wanted = labelledGroups(one, flags.length).flat()
  const total = (indexes: readonly number[]): number =>
    indexes.reduce((sum, index) => sum + costOf(index), 0)
  const chars = total([...flags.keys()].filter((index) => flags[index] === 1))
  const foundChars = total(wanted.filter((index) => flags[index] === 1))
  return {
    recall: shareFound(one, flags),
    precision: foundChars / Math.max(1, chars),
    size: chars / total(wanted),
    chars,
  }
}
