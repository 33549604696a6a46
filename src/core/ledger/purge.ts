import type { Store } from '../../ports/store/store.ts'

/** What a purge removes: kept texts, rows of the ledger, or both. */
export type PurgeTarget = 'originals' | 'ledger' | 'all'

export interface Purged {
  readonly originals: number
  readonly ledger_rows: number
}

const step = 500

/** Removes everything of a kind, in steps short enough for others to write in between. */
export async function purge(
  { originals, sentResults, ledger }: Pick<Store, 'originals' | 'sentResults' | 'ledger'>,
  target: PurgeTarget,
): Promise<Purged> {
  const all = { now: Number.MAX_SAFE_INTEGER, maxBytes: 0, limit: step }
  const sweepOriginals = async (): Promise<number> => (await originals.sweep(all)).removed
  const sweepSent = (): Promise<number> => sentResults.sweep(Number.MAX_SAFE_INTEGER, step)
  const sweepLedger = (): Promise<number> => ledger.sweep(Number.MAX_SAFE_INTEGER, step)
  // They hold words of conversations too, and point at what is gone.
  if (target !== 'ledger') await untilEmpty(sweepSent)
  return {
    originals: target === 'ledger' ? 0 : await untilEmpty(sweepOriginals),
    ledger_rows: target === 'originals' ? 0 : await untilEmpty(sweepLedger),
  }
}

async function untilEmpty(sweep: () => Promise<number>): Promise<number> {
  let removed = 0
  for (let last = step; last >= step; ) {
    last = await sweep()
    removed += last
  }
  return removed
}
