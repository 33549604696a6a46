import type { Repaired } from '../../ports/store/upkeep.ts'
import type { StoreReport } from './check-store.ts'
import type { CopyProgress, Marks } from './copy-store.ts'
import type { Tallies } from './tally.ts'

export const storeKinds = ['sqlite', 'postgres'] as const

export type StoreKind = (typeof storeKinds)[number]

/** What can be done with a whole store. */
export interface StoreUpkeep {
  /** Copies one store into another that is empty, or that an earlier run left at `marks`. */
  migrate(
    from: StoreKind,
    to: StoreKind,
    marks: Marks,
    onProgress: (progress: CopyProgress) => void,
  ): Promise<Tallies>
  /** Writes an archive that any store can be restored from, and reads it once more. */
  backup(file: string, madeAt: string): Promise<Tallies>
  restore(file: string, onProgress: (rows: number) => void): Promise<Tallies>
  check(onProgress: (originals: number) => void): Promise<StoreReport>
  /** Puts what is damaged aside, under a name with this stamp; nobody else may use the store meanwhile. */
  repair(stamp: string): Promise<Repaired>
}
