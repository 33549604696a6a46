import { crashLoop } from '../../test/faults/crash-loop.ts'
import type { Soak } from './options.ts'

/** Kill −9 under load, `loops` times: every acknowledged write must be there and the doctor content. */
export const soak: Soak = async ({ loops, program }) => {
  const report = await crashLoop(loops, {
    ...(program ? { program } : {}),
    onLoop: (loop) => {
      if ((loop + 1) % 20 === 0) console.log(`${loop + 1} kills`)
    },
  })
  const { acknowledged, lost, slowestStartMs, isDoctorClean, doctorSaid } = report
  console.log(
    `${report.loops} kills under load, ${acknowledged} acknowledged writes, ${lost.length} lost, slowest start ${slowestStartMs.toFixed(0)} ms, doctor ${isDoctorClean ? 'clean' : 'NOT CLEAN'}`,
  )
  for (const one of lost) console.log(`LOST ${one}`)
  if (!isDoctorClean) console.log(doctorSaid)
  return lost.length === 0 && isDoctorClean
}
