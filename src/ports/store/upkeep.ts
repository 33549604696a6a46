import type { DigestVector } from './documents.ts'
import type { LedgerRow } from './ledger.ts'
import type { Original } from './originals.ts'

/** What moving, backing up and checking a store asks of it beyond its daily work. */
export interface Upkeep {
  /** In the order of ids after `after`, expired ones too. */
  originals(after: string, limit: number): Promise<readonly StoredOriginal[]>
  /** Oldest first, after the row of this number. */
  ledger(afterSeq: number, limit: number): Promise<readonly LedgerRow[]>
  /** The vectors of knowledge that are there for these digests. */
  vectors(model: string, digests: readonly string[]): Promise<readonly DigestVector[]>
  /** What the database finds wrong with itself, and references that lead nowhere. */
  faults(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface StoredOriginal extends Original {
  /** What its text is stored under. */
  readonly digest: string
}
