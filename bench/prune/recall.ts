import { type Lines, splitLines } from '../../src/core/text/lines.ts'
import type { Sample } from './sets.ts'

/** How much of a text may stay: a share, in 0..1, of its characters or of its lines. */
export interface Budget {
  readonly share: number
  readonly of: 'characters' | 'lines'
}

/** Which lines a method keeps of a sample; `flags[0]` is line 1. */
export type Method = (sample: Sample, budget: Budget) => Uint8Array | Promise<Uint8Array>

/** Means over the texts: share of labelled lines kept, and shares of characters and lines that cost. */
export interface Recall {
  readonly recall: number
  readonly chars: number
  readonly lines: number
}

/** What a budget gives to spend, and what each line costs. */
export interface Purse {
  readonly room: number
  readonly costOf: (index: number) => number
}

/** As many lines as `max_prune_ratio` forces to stay, or as many characters as fit the share. */
export function purseOf({ text, starts, count }: Lines, { share, of }: Budget): Purse {
  if (of === 'lines') return { room: Math.ceil(count * share - 1e-9), costOf: () => 1 }
  const costOf = (index: number) => (starts[index + 1] ?? 0) - (starts[index] ?? 0)
  return { room: text.length * share, costOf }
}

export async function recallOf(
  method: Method,
  samples: readonly Sample[],
  budget: Budget,
): Promise<Recall> {
  let recall = 0
  let chars = 0
  let lines = 0
  for (const sample of samples) {
    const kept = await method(sample, budget)
    recall += shareFound(sample, kept)
    chars += charsKept(sample.text, kept) / sample.text.length
    lines += kept.reduce((sum, flag) => sum + flag, 0) / kept.length
  }
  const { length } = samples
  return { recall: recall / length, chars: chars / length, lines: lines / length }
}

export function shareFound(sample: Sample, kept: Uint8Array): number {
  const labelled = labelledLines(sample, kept.length)
  const found = labelled.reduce((sum, index) => sum + (kept[index] ?? 0), 0)
  return labelled.length === 0 ? 1 : found / labelled.length
}

/** Indexes of the labelled lines, each once, among the first `count`. */
export function labelledLines({ relevant }: Sample, count: number): readonly number[] {
  const labelled = new Set<number>()
  for (const [first, last] of relevant) {
    for (let line = first; line <= Math.min(last, count); line++) labelled.add(line - 1)
  }
  return [...labelled]
}

function charsKept(text: string, kept: Uint8Array): number {
  const { starts } = splitLines(text)
  let chars = 0
  for (let index = 0; index < kept.length; index++) {
    if (kept[index] !== 0) chars += (starts[index + 1] ?? 0) - (starts[index] ?? 0)
  }
  return chars
}
