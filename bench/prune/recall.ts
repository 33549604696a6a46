import { splitLines } from '../../src/core/text/lines.ts'
import type { Sample } from './sets.ts'

/** Which lines a method keeps of a sample; `flags[0]` is line 1. */
export type Method = (sample: Sample, budget: number) => Uint8Array | Promise<Uint8Array>

/** Mean share of labelled lines kept, and mean share of characters that cost. */
export interface Recall {
  readonly recall: number
  readonly chars: number
  readonly lines: number
}

export async function recallOf(
  method: Method,
  samples: readonly Sample[],
  budget: number,
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
  const labelled = new Set<number>()
  for (const [first, last] of sample.relevant) {
    for (let line = first; line <= Math.min(last, kept.length); line++) labelled.add(line)
  }
  let found = 0
  for (const line of labelled) found += kept[line - 1] ?? 0
  return labelled.size === 0 ? 1 : found / labelled.size
}

function charsKept(text: string, kept: Uint8Array): number {
  const { starts } = splitLines(text)
  let chars = 0
  for (let index = 0; index < kept.length; index++) {
    if (kept[index] !== 0) chars += (starts[index + 1] ?? 0) - (starts[index] ?? 0)
  }
  return chars
}
