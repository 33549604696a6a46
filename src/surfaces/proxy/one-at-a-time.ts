import { setImmediate } from 'node:timers/promises'

/** Runs work when all that came before it is done, and lets other requests have their turn in between. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(() => setImmediate()).then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
