import type pg from 'pg'
import { EngineError } from '../../../errors.ts'
import { requestPatienceMs } from '../../../ports/store/request-patience.ts'
import { toStoreError } from '../failures.ts'
import { notThere, pause, within } from './within.ts'

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
const askAfterMs = 60
/**
 * A server that does not answer this simple question in time seems to be away. All that is hurried is
 * refused from then on, so that the waits of one request do not add up.
 */
const seemsAwayAfterMs = requestPatienceMs - askAfterMs
/** A connection that was cut without a word is given up after so long, before the server counts as away. */
export const pulseQueryMs = 500
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
  let connecting: Promise<pg.Client> | undefined
  let state: State = 'away'
  let doubt = newSignal()
  let leaving = newSignal()
  let reason: unknown
  let isAsking = false

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
    const asked = client ?? (await connectOnce())
    try {
      await asked.query('select 1')
    } catch (error) {
      letGo(asked)
      throw error
    }
    become('there')
  }

  /** A connection that was cut says nothing of the server: another is tried, until it is too late anyway. */
  async function answerAtLast(): Promise<void> {
    for (const latest = performance.now() + awayAfterMs; ; ) {
      try {
        return await answer()
      } catch (error) {
        if (performance.now() > latest) throw error
        await pause(tryAgainEveryMs / 5, stopped.signal)
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
        letGo(client)
        become('away')
      })
    }
  }

  function askOnce(): void {
    if (isAsking || state === 'away' || stopped.signal.aborted) return
    isAsking = true
    void ask().finally(() => {
      isAsking = false
    })
  }

  function letGo(given: pg.Client | undefined): void {
    if (client === given) client = undefined
    // One that hangs says nothing to this either.
    given?.end().catch(() => undefined)
  }

  /** Whoever asks meanwhile gets the same. */
  function connectOnce(): Promise<pg.Client> {
    connecting ??= connectAnew().finally(() => {
      connecting = undefined
    })
    return connecting
  }

  async function connectAnew(): Promise<pg.Client> {
    const fresh = await connect()
    // Its end is known before anybody asks.
    fresh.once('end', () => {
      if (client === fresh) client = undefined
      askOnce()
    })
    client = fresh
    if (stopped.signal.aborted) letGo(fresh)
    return fresh
  }

  /** At once, and again until it answers. */
  function keepTrying(): void {
    const trying = async (): Promise<void> => {
      while (!stopped.signal.aborted && state === 'away') {
        await answer().catch((error: unknown) => {
          reason = toStoreError(error)
        })
        firstTry.resolve()
        if (state === 'away') await pause(tryAgainEveryMs, stopped.signal)
      }
    }
    void trying()
  }

  /** Throws where it is known already that nobody answers. */
  function refuse(isHurried: boolean): void {
    if (state === 'away') throw reason instanceof EngineError ? reason : notThere()
    if (isHurried && state === 'doubtful') throw notThere()
  }

  keepTrying()
  return {
    isThere: () => state !== 'away',
    firstTry: (mostMs) => within(mostMs, firstTry.promise).catch(() => undefined),
    async guard(work, isHurried = false) {
      refuse(isHurried)
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
      letGo(client)
    },
  }
}

function newSignal(): PromiseWithResolvers<never> {
  const made = Promise.withResolvers<never>()
  // Nobody may be waiting when it comes.
  made.promise.catch(() => undefined)
  return made
}
