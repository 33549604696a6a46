import { complexityCases } from '../../test/attacks/complexity-cases.ts'
import { openComplexityStage } from '../../test/attacks/complexity-stage.ts'
import type { Soak } from './options.ts'

const mostCpuMs = 10_000
const mostMb = 3000

/** Every complexity attack at full size on one daemon: time, memory and answer of each. */
export const soak: Soak = async ({ program }) => {
  const stage = await openComplexityStage(program)
  let failed = 0
  for (const one of complexityCases) {
    const { status, cpuMs, peakMb, isHealthAnswered, text } = await stage.attack(one, 1)
    const isWell =
      one.wanted.includes(status) && cpuMs < mostCpuMs && peakMb < mostMb && isHealthAnswered
    if (!isWell) failed++
    console.log(
      `${isWell ? 'held' : 'FELL'} ${one.name} at ${one.door}: ${status}, ${cpuMs} ms of processor, peak so far ${peakMb.toFixed(0)} MB${isWell ? '' : ` ${text.slice(0, 200)}`}`,
    )
  }
  await stage.close()
  console.log(`${complexityCases.length} attacks, ${failed} not held`)
  return failed === 0
}
