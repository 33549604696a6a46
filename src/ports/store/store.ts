import type { CatalogStore } from './catalog.ts'
import type { Ledger } from './ledger.ts'
import type { Originals } from './originals.ts'
import type { Tokens } from './tokens.ts'

/** Everything one database keeps. */
export interface Store {
  readonly originals: Originals
  readonly ledger: Ledger
  readonly catalog: CatalogStore
  readonly tokens: Tokens
  close(): Promise<void>
}
