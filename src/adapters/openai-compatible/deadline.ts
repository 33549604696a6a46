/** Time allowed to a call, and the caller's own wish to stop, as one signal. */
export interface Deadline {
  readonly signal: AbortSignal
  /** True once time ran out; false when the caller stopped the call. */
  hasExpired(): boolean
  /** Silence counts from now on. */
  listen(): void
  /** Silence does not count: the caller is busy with what came. */
  pause(): void
  /** Ends the watch. Call it always, or a timer stays behind. */
  release(): void
}

/** `idleMs` is the longest silence; `totalMs`, when given, the longest call however talkative. */
export function startDeadline(
  idleMs: number,
  totalMs: number | undefined,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController()
  let isExpired = false
  const expire = () => {
    isExpired = true
    controller.abort()
  }
  const follow = () => controller.abort(caller?.reason)
  let idle = setTimeout(expire, idleMs)
  const total = totalMs === undefined ? undefined : setTimeout(expire, totalMs)
  if (caller?.aborted) follow()
  caller?.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    hasExpired: () => isExpired,
    listen() {
      clearTimeout(idle)
      idle = setTimeout(expire, idleMs)
    },
    pause: () => clearTimeout(idle),
    release() {
      clearTimeout(idle)
      clearTimeout(total)
      caller?.removeEventListener('abort', follow)
    },
  }
}
