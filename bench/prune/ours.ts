import { prune } from '../../src/core/prune/prune.ts'
import type { PruneInput } from '../../src/core/prune/types.ts'
import { splitLines } from '../../src/core/text/lines.ts'
import type { Method } from './recall.ts'
import type { Sample } from './sets.ts'

/** The engine with a budget of characters. */
export const withinChars: Method = (sample, budget) =>
  flagsOf(sample, {
    maxPruneRatio: 1,
    minKeepLines: 0,
    keepBudget: { chars: Math.floor(sample.text.length * budget), countsMarkers: false },
  })

/** The engine as `prune_text` calls it: only the contract's two constraints. */
export const throughContract: Method = (sample, budget) =>
  flagsOf(sample, { maxPruneRatio: 1 - budget, minKeepLines: 1 })

function flagsOf(
  sample: Sample,
  limits: Pick<PruneInput, 'maxPruneRatio' | 'minKeepLines' | 'keepBudget'>,
): Uint8Array {
  const input: PruneInput = {
    text: sample.text,
    goal: sample.goal,
    sourceType: sample.source_type,
    annotateLines: false,
    includeMarkers: true,
    ...limits,
  }
  const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }
  const flags = new Uint8Array(splitLines(sample.text).count)
  for (const { start, end } of prune(input, context).keptRanges) flags.fill(1, start - 1, end)
  return flags
}
