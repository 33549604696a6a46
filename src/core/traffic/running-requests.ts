/** A request that was sent on and not yet answered to its end. */
interface RunningRequest {
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
  // Places are taken again: a map leaves a table behind for every few requests.
  const places: (RunningRequest | undefined)[] = []
  const free: number[] = []
  const watchers = new Set<() => void>()
  let count = 0
  const tell = (): void => {
    for (const onChange of watchers) onChange()
  }
  return {
    begin(request) {
      const id = ++count
      const place = free.pop() ?? places.length
      places[place] = { id, ...request }
      tell()
      return () => {
        if (places[place]?.id !== id) return
        places[place] = undefined
        free.push(place)
        tell()
      }
    },
    list: () => places.filter((one) => one !== undefined).sort((a, b) => a.id - b.id),
    watch(onChange) {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
  }
}
