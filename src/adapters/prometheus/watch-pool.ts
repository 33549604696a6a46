import type { Meter } from '../../ports/meter.ts'

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
