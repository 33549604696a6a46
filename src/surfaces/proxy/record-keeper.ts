import type { Log } from '../../engine.ts'
import type { Account } from './account.ts'
import type { Passage } from './passage.ts'

/** A ledger that takes longer is away, and answers are not kept back for it. */
const mostWaitMs = 2000

/**
 * Puts requests on record before their answers end, so that a daemon that dies loses no row of an
 * answer that was whole. Never rejects: once the ledger is away nobody waits until it has written again.
 */
export function recordKeeper(
  account: Pick<Account, 'add'>,
  log: Log,
): (passage: Passage) => Promise<void> {
  let isAway = false

  function leave(): void {
    if (!isAway) log.warn('ledger-away', { waited_ms: mostWaitMs })
    isAway = true
  }

  return (passage) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        leave()
        resolve()
      }, mostWaitMs)
      const goOn = (): void => {
        clearTimeout(timer)
        resolve()
      }
      account.add(passage, (isWritten) => {
        if (isWritten) isAway = false
        else leave()
        goOn()
      })
      if (isAway) goOn()
    })
}
