import type { TextRecord } from '../records/text-record.ts'

/** Share of the best line outside of reports: beside reports, which tell the failures, less is clear. */
const share = { alone: 0.15, besideReports: 0.35 }

/** Flags what tells of a failure or of the goal, and what stands close around it. */
export function clearLines(
  scores: Float64Array,
  best: number,
  records: readonly TextRecord[],
): Uint8Array {
  const hasReports = records.some(({ kind }) => kind === 'failure')
  const least = best * (hasReports ? share.besideReports : share.alone)
  return Uint8Array.from(scores, (score) => (score >= least ? 1 : 0))
}
