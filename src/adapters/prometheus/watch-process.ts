import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '../../ports/meter.ts'

/** Rarely enough that a daemon at rest stays at rest. */
const resolutionMs = 50

/** What this process takes, each time somebody reads. */
export function watchProcess(meter: Meter): void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let told = 0
  meter.beforeRead(() => {
    const { rss, heapUsed } = process.memoryUsage()
    meter.set('tamis_process_resident_bytes', {}, rss)
    meter.set('tamis_process_heap_bytes', {}, heapUsed)
    const { user, system } = process.cpuUsage()
    const spent = (user + system) / 1e6
    meter.count('tamis_process_cpu_seconds_total', {}, spent - told)
    told = spent
    for (const quantile of [0.5, 0.99, 1])
      meter.set(
        'tamis_event_loop_delay_seconds',
        { quantile: String(quantile) },
        lateSeconds(delay.percentile(quantile * 100)),
      )
    delay.reset()
  })
}

/** The monitor gives the time between two of its looks, in nanoseconds; what they are apart anyway is no delay. */
function lateSeconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000)
}

interface Pool {
  usage(): {
    readonly busy: number
    readonly idle: number
    readonly most: number
    readonly waiting: number
  }
}

/** How full a pool of connections is, each time somebody reads. */
export function watchPool(meter: Meter, pool: Pool): void {
  meter.beforeRead(() => {
    const { waiting, ...states } = pool.usage()
    for (const [state, connections] of Object.entries(states))
      meter.set('tamis_pool_connections', { state }, connections)
    meter.set('tamis_pool_waiting', {}, waiting)
  })
}
