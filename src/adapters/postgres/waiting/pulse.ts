import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { EngineError } from '../../../errors.ts'
import { toStoreError } from '../failures.ts'

/** Whether the server answers at all, so that nobody waits for one that does not. */
export interface Pulse {
  isThere(): boolean
  /** Resolves when the first attempt to reach it is over, or after so long. */
  firstTry(mostMs: number): Promise<void>
  /**
   * Runs `work`; rejects at once while the server does not answer, or as soon as that is known. What is
   * hurried, because it can do without, rejects when the server only seems to be away.
   */
  guard<Result>(work: () => Promise<Result>, isHurried?: boolean): Promise<Result>
  /** Told of each change. */
  onChange(listener: (isThere: boolean) => void): void
  stop(): void
}

/** A statement that takes longer makes us ask whether the server still answers. */
const askAfterMs = 100
/** Who does not answer this simple question in time seems to be away: what is hurried waits 250 ms in all. */
const seemsAwayAfterMs = 150
/** A machine that is busy answers late; after so long it is away for all. */
const awayAfterMs = 1500
const askAgainEveryMs = 1000
const tryAgainEveryMs = 250

type State = 'there' | 'doubtful' | 'away'

/** `connect` opens the connection on which the server is asked; it is tried at once. */
export function openPulse(connect: () => Promise<pg.Client>): Pulse {
  const stopped = new AbortController()
  const listeners = new Set<(isThere: boolean) => void>()
  const firstTry = Promise.withResolvers<void>()
  let client: pg.Client | undefined
  let state: State = 'away'
  let doubt = newSignal()
  let leaving = newSignal()
  let reason: unknown
  let asking: Promise<void> | undefined

  function become(next: State): void {
    const before = state
    state = next
    if (next === before) return
    if (next === 'there') doubt = newSignal()
    else doubt.reject(notThere())
    if (next === 'away') {
      leaving.reject(notThere())
      keepTrying()
    } else if (before === 'away') leaving = newSignal()
    if (next === 'away' || before === 'away')
      for (const listener of listeners) listener(next !== 'away')
  }

  /** On the connection there is, or a new one if that was cut. */
  async function answer(): Promise<void> {
    const asked = client ?? (await connectAnew())
    await asked.query('select 1')
    become('there')
  }

  /** A connection that was cut says nothing of the server: another is tried, until it is too late anyway. */
  async function answerAtLast(): Promise<void> {
    for (const latest = performance.now() + awayAfterMs; ; ) {
      try {
        return await answer()
      } catch (error) {
        letGo()
        if (performance.now() > latest) throw error
        await pause(tryAgainEveryMs / 5)
      }
    }
  }

  async function ask(): Promise<void> {
    const answered = answerAtLast()
    try {
      await within(seemsAwayAfterMs, answered)
    } catch {
      become('doubtful')
      await within(awayAfterMs - seemsAwayAfterMs, answered).catch((error: unknown) => {
        reason = toStoreError(error)
        letGo()
        become('away')
      })
    }
  }

  function askOnce(): void {
    if (state === 'away' || stopped.signal.aborted) return
    asking ??= ask().finally(() => {
      asking = undefined
    })
  }

  function letGo(): void {
    // One that hangs says nothing to this either.
    client?.end().catch(() => undefined)
    client = undefined
  }

  async function connectAnew(): Promise<pg.Client> {
    const fresh = await connect()
    // Its end is known before anybody asks.
    fresh.once('end', () => {
      if (client === fresh) client = undefined
      askOnce()
    })
    client = fresh
    return fresh
  }

  /** At once, and again until it answers. */
  function keepTrying(): void {
    const trying = async (): Promise<void> => {
      while (!stopped.signal.aborted && state === 'away') {
        await answer().catch((error: unknown) => {
          letGo()
          reason = toStoreError(error)
        })
        firstTry.resolve()
        if (state === 'away')
          await pause(tryAgainEveryMs, undefined, { ref: false, signal: stopped.signal })
      }
    }
    // Only the pause throws, when all is over.
    trying().catch(() => undefined)
  }

  keepTrying()
  return {
    isThere: () => state !== 'away',
    firstTry: (mostMs) => within(mostMs, firstTry.promise).catch(() => undefined),
    async guard(work, isHurried = false) {
      if (state === 'away') throw reason instanceof EngineError ? reason : notThere()
      if (isHurried && state === 'doubtful') throw notThere()
      const timers = [setTimeout(askOnce, askAfterMs), setInterval(askOnce, askAgainEveryMs)]
      for (const timer of timers) timer.unref()
      try {
        const given = isHurried ? doubt.promise : leaving.promise
        return await Promise.race([work(), given])
      } finally {
        for (const timer of timers) clearTimeout(timer)
      }
    },
    onChange: (listener) => void listeners.add(listener),
    stop() {
      stopped.abort()
      letGo()
    },
  }
}

function newSignal(): PromiseWithResolvers<never> {
  const made = Promise.withResolvers<never>()
  // Nobody may be waiting when it comes.
  made.promise.catch(() => undefined)
  return made
}

/** Rejects when the answer takes longer; what has come while this process was busy is looked at first. */
export async function within<Result>(ms: number, answer: Promise<Result>): Promise<Result> {
  const over = new AbortController()
  const late = pause(ms, undefined, { signal: over.signal })
    .then(() => nextTurn())
    .then(() => {
      throw notThere()
    })
  late.catch(() => undefined)
  answer.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    over.abort()
  }
}

function notThere(): EngineError {
  return new EngineError('store_unavailable', 'The database does not answer', {
    hint: 'Is Postgres up and reachable? The same call may pass in a moment.',
  })
}
