import type { Log } from '../../../engine.ts'
import type { Account } from './account.ts'
import type { Passage } from './passage.ts'

/** No answer is kept back for longer, however busy the database is. */
const mostWaitMs = 5000

/**
 * Puts requests on record before their answers end, so that a daemon that dies loses no row of an
 * answer that was whole. Never rejects: once the ledger failed nobody waits until it has written again.
 */
export function recordKeeper(
  account: Pick<Account, 'add'>,
  log: Log,
): (passage: Passage) => Promise<void> {
  let isAway = false

  function note(isWritten: boolean): void {
    if (!isWritten && !isAway) log.warn('ledger-away')
    isAway = !isWritten
  }

  return (passage) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        log.warn('ledger-late', { waited_ms: mostWaitMs })
        resolve()
      }, mostWaitMs)
      const goOn = (): void => {
        clearTimeout(timer)
        resolve()
      }
      account.add(passage, (isWritten) => {
        note(isWritten)
        goOn()
      })
      if (isAway) goOn()
    })
}
