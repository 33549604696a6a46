import type { LedgerRow } from './ledger.ts'
import type { Original } from './originals.ts'
import type { UsedSentResult } from './sent-results.ts'

/** What moving, backing up and checking a store asks of it beyond its daily work. */
export interface Upkeep {
  /** In the order of ids after `after`, expired ones too. */
  originals(after: string, limit: number): Promise<readonly StoredOriginal[]>
  /** In the order of keys after `after`; being read here is no use. */
  sentResults(after: string, limit: number): Promise<readonly UsedSentResult[]>
  /** Oldest first, after the row of this number. */
  ledger(afterSeq: number, limit: number): Promise<readonly LedgerRow[]>
  /** What the database finds wrong with itself, and references that lead nowhere. */
  faults(): Promise<readonly string[]>
  /** Takes out originals that are damaged. */
  removeOriginals(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** What a repair put aside. */
export interface Repaired {
  /** The folder that holds it as it was found. */
  readonly aside: string
  readonly lost: readonly string[]
}

export interface StoredOriginal extends Original {
  /** What its text is stored under. */
  readonly digest: string
}
