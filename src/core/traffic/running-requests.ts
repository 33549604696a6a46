/** A request that was sent on and not yet answered to its end. */
export interface RunningRequest {
  readonly id: number
  readonly at: number
  readonly model: string
  readonly agent: string
  readonly conversation: string
}

/** Those under way now, for people who watch. */
export interface RunningRequests {
  /** Call what it returns when the request is over. */
  begin(request: Omit<RunningRequest, 'id'>): () => void
  /** The oldest first. */
  list(): readonly RunningRequest[]
  /** Calls `onChange` whenever one begins or ends; returns how to stop. */
  watch(onChange: () => void): () => void
}

export function runningRequests(): RunningRequests {
  const running = new Map<number, RunningRequest>()
  const watchers = new Set<() => void>()
  let count = 0
  const tell = (): void => {
    for (const onChange of watchers) onChange()
  }
  return {
    begin(request) {
      const id = ++count
      running.set(id, { id, ...request })
      tell()
      return () => {
        if (running.delete(id)) tell()
      }
    },
    list: () => [...running.values()],
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
  }
}
