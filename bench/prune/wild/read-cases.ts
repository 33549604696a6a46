import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectSourceType } from '../../../src/core/prune/form/detect-source-type.ts'
import { splitLines } from '../../../src/core/text/lines.ts'
import type { Sample } from '../sets.ts'

/** A text as a program printed it, a goal, and the lines a person would want. */
export interface WildCase extends Sample {
  readonly format: string
  /** What the answer must say, where the text is one line and lines say nothing. */
  readonly holds: readonly string[]
  /** Nothing in the text answers the goal: the right answer is the warning `goal_not_found`. */
  readonly isAbsent: boolean
}

/** Every place of a text; or all from each place of one text to the next place of another. */
type Label = string | { readonly from: string; readonly to: string }

interface Written {
  readonly id: string
  /** The captured text, when several cases ask about one. */
  readonly text?: string
  readonly format: string
  readonly goal: string
  readonly wanted?: readonly Label[]
  readonly holds?: readonly string[]
  readonly absent?: true
}

/** Cases the pruner was written with, cases that were held out until somebody looked, and those that are. */
export const wildSets = ['open', 'looked-at', 'held-out'] as const

/** The cases of one set; none when it is not there. A label that is nowhere in its text is an error. */
export function readCases(set: (typeof wildSets)[number]): readonly WildCase[] {
  const folder = join(import.meta.dirname, set)
  if (!existsSync(join(folder, 'cases.json'))) return []
  const written = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Written[]
  return written.map(({ id, text: name = id, format, goal, wanted = [], holds = [], absent }) => {
    const text = readFileSync(join(folder, `${name}.txt`), 'utf8')
    const relevant = wanted.flatMap((label) => linesOf(id, text, label))
    for (const piece of holds) if (!text.includes(piece)) throw notFound(id, piece)
    return {
      id,
      format,
      goal,
      text,
      relevant,
      holds,
      isAbsent: absent === true,
      source_type: detectSourceType(text, undefined, undefined).sourceType,
    }
  })
}

function linesOf(id: string, text: string, label: Label): readonly (readonly [number, number])[] {
  const from = typeof label === 'string' ? label : label.from
  const to = typeof label === 'string' ? label : label.to
  const lineOf = lineNumbers(text)
  const found: (readonly [number, number])[] = []
  for (let at = text.indexOf(from); at !== -1; at = text.indexOf(from, at + 1)) {
    const end = text.indexOf(to, at)
    if (end === -1) throw notFound(id, to)
    found.push([lineOf(at), lineOf(end + to.length - 1)])
  }
  if (found.length === 0) throw notFound(id, from)
  return found
}

function lineNumbers(text: string): (offset: number) => number {
  const { starts } = splitLines(text)
  return (offset) => starts.findLastIndex((start) => start <= offset) + 1
}

function notFound(id: string, label: string): Error {
  return new Error(`the label ${JSON.stringify(label)} is not in the text of ${id}`)
}
