import { type Lines, splitLines } from '../../src/core/text/lines.ts'
import type { Sample } from './sets.ts'

/** How much of a text may stay: a share, in 0..1, of its characters or of its lines. */
export interface Budget {
  readonly share: number
  readonly of: 'characters' | 'lines'
}

/** Which lines a method keeps of a sample; `flags[0]` is line 1. */
export type Method = (sample: Sample, budget: Budget) => Uint8Array | Promise<Uint8Array>

/** A mean over the texts, and its standard error. */
export interface Mean {
  readonly mean: number
  readonly error: number
}

/** Share of what is labelled that was kept, and shares of characters and lines that cost. */
export interface Recall {
  readonly recall: Mean
  readonly chars: Mean
  readonly lines: Mean
}

/** What a budget gives to spend, and what each line costs. */
export interface LineBudget {
  readonly room: number
  readonly costOf: (index: number) => number
}

/** As many lines as `max_prune_ratio` forces to stay, or as many characters as fit the share. */
export function lineBudgetOf({ text, starts, count }: Lines, { share, of }: Budget): LineBudget {
  if (of === 'lines') return { room: Math.ceil(count * share - 1e-9), costOf: () => 1 }
  const costOf = (index: number) => (starts[index + 1] ?? 0) - (starts[index] ?? 0)
  return { room: text.length * share, costOf }
}

export async function recallOf(
  method: Method,
  samples: readonly Sample[],
  budget: Budget,
): Promise<Recall> {
  const recall: number[] = []
  const chars: number[] = []
  const lines: number[] = []
  for (const sample of samples) {
    const kept = await method(sample, budget)
    recall.push(shareFound(sample, kept))
    chars.push(charsKept(sample.text, kept) / sample.text.length)
    lines.push(kept.reduce((sum, flag) => sum + flag, 0) / kept.length)
  }
  return { recall: meanOf(recall), chars: meanOf(chars), lines: meanOf(lines) }
}

/** Mean and standard error of the mean. */
export function meanOf(values: readonly number[]): Mean {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, error: count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count) }
}

/** Share of the labelled things of which a line was kept. */
export function shareFound(sample: Sample, kept: Uint8Array): number {
  const groups = labelledGroups(sample, kept.length)
  const found = groups.filter((group) => group.some((index) => kept[index] !== 0)).length
  return groups.length === 0 ? 1 : found / groups.length
}

/** Indexes of the labelled lines by what they tell: any line of a group tells it. */
export function labelledGroups(sample: Sample, count: number): readonly (readonly number[])[] {
  if (sample.groups !== undefined)
    return sample.groups.map((group) => group.map((line) => line - 1).filter((at) => at < count))
  const labelled = new Set<number>()
  for (const [first, last] of sample.relevant ?? []) {
    for (let line = first; line <= Math.min(last, count); line++) labelled.add(line - 1)
  }
  return [...labelled].map((index) => [index])
}

function charsKept(text: string, kept: Uint8Array): number {
  const { starts } = splitLines(text)
  let chars = 0
  for (let index = 0; index < kept.length; index++) {
    if (kept[index] !== 0) chars += (starts[index + 1] ?? 0) - (starts[index] ?? 0)
  }
  return chars
}
