import type { Calibration, Share } from './calibration.ts'

export function showCalibration(found: Calibration): void {
  const { expectedError, brier, rightAbove, noneAbove, rightAtQuiet, separation, tradeOff } = found
  console.log(`expected calibration error ${expectedError.toFixed(3)}, Brier ${brier.toFixed(3)}`)
  console.log(`right first results above 0.5: ${shown(rightAbove)}`)
  for (const [kind, share] of Object.entries(noneAbove))
    console.log(`no fitting tool, no result above 0.5, ${kind}: ${shown(share)}`)
  console.log(
    `right first results above the line that leaves 80 % quiet: ${shown(rightAtQuiet)}; area under that curve ${separation.toFixed(3)}`,
  )
  const points = tradeOff.map(
    ({ line, right, none }) => `${line} → ${(100 * right).toFixed(0)} / ${(100 * none).toFixed(0)}`,
  )
  console.log(`right first above / nothing above, by line: ${points.join(', ')}`)
}

function shown({ share, error, count }: Share): string {
  return `${(100 * share).toFixed(1)} % ± ${(100 * error).toFixed(1)} (n ${count})`
}
