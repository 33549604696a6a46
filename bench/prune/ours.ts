import { prune } from '../../src/core/prune/prune.ts'
import { splitLines } from '../../src/core/text/lines.ts'
import type { Method } from './recall.ts'

const context = { pruneId: 'prn_aaaaaaaaaaaaaaaa', isExpired: () => false }

/** The engine with a budget of characters. */
export const withinChars: Method = ({ text, goal, source_type: sourceType }, { share }) => {
  const { keptRanges } = prune(
    {
      text,
      goal,
      sourceType,
      maxPruneRatio: 1,
      minKeepLines: 0,
      annotateLines: false,
      includeMarkers: true,
      keepBudget: { chars: Math.floor(text.length * share), countsMarkers: false },
    },
    context,
  )
  const flags = new Uint8Array(splitLines(text).count)
  for (const { start, end } of keptRanges) flags.fill(1, start - 1, end)
  return flags
}
