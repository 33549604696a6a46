/** The tasks of the 2026 protocol that a server works on while nobody waits for an answer. */
interface OpenTasks {
  /** Takes notice of a task in what the server said. */
  note(said: unknown): void
  areThere(): boolean
}

const mostTasks = 1000
/** A server that says no end of a task is not kept for its sake for ever. */
const usualMs = 3_600_000
const longestMs = 24 * 3_600_000
const openStates: readonly unknown[] = ['working', 'input_required']

export function createOpenTasks(now: () => number = () => performance.now()): OpenTasks {
  /** By its id, until when it is taken to be open; the oldest first. */
  const until = new Map<string, number>()
  return {
    note(said) {
      if (typeof said !== 'object' || said === null || !('taskId' in said && 'status' in said))
        return
      const { taskId, status } = said
      if (typeof taskId !== 'string') return
      until.delete(taskId)
      if (!openStates.includes(status)) return
      const [oldest] = until.keys()
      if (until.size >= mostTasks && oldest !== undefined) until.delete(oldest)
      const wished = 'ttlMs' in said ? Number(said.ttlMs) : Number.NaN
      until.set(taskId, now() + (wished > 0 ? Math.min(longestMs, wished) : usualMs))
    },
    areThere: () => [...until.values()].some((end) => end > now()),
  }
}
