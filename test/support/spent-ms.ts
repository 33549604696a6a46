/** Milliseconds of processor time that `work` takes: what else the machine does is no part of it. */
export function spentMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
