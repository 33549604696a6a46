import type { Ledger, LedgerEntry } from '../../ports/store/ledger.ts'

/** A ledger that tells who asked when something was added in this process. */
export interface AnnouncedLedger extends Ledger {
  /** Calls `listener` after each append; the function it returns ends that. */
  onAppend(listener: (entries: readonly LedgerEntry[]) => void): () => void
}

/** The same ledger, with listeners; they learn that rows came, and read them like everybody else. */
export function announcedLedger(ledger: Ledger): AnnouncedLedger {
  const listeners = new Set<(entries: readonly LedgerEntry[]) => void>()
  return {
    ...ledger,
    async append(entries) {
      await ledger.append(entries)
      for (const listener of listeners) listener(entries)
    },
    onAppend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
