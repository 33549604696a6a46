import type { Clock } from '../../ports/clock.ts'

/** The time of day, which never goes back. */
interface SteadyClock {
  readonly now: Clock
  /** It is at least this late: somebody saw that time before. */
  isAtLeast(time: number): void
}

/**
 * When the clock of the machine is set back, this one goes on from the latest time it saw at the pace of
 * the machine's counter: what has expired or was revoked stays so, and what is kept meanwhile lives as
 * long as it should.
 */
export function steadyClock(
  wall: Clock = Date.now,
  counter: Clock = () => performance.now(),
): SteadyClock {
  let latest = wall()
  let counted = counter()
  function now(): number {
    const count = counter()
    latest = Math.max(wall(), latest + count - counted)
    counted = count
    return Math.floor(latest)
  }
  return {
    now,
    isAtLeast(time) {
      latest = Math.max(now(), time)
    },
  }
}
