import type { CatalogStore } from './catalog.ts'
import type { ConfigText } from './config-text.ts'
import type { Ledger } from './ledger.ts'
import type { Originals } from './originals.ts'
import type { Peers } from './peers.ts'
import type { SentResults } from './sent-results.ts'
import type { Tokens } from './tokens.ts'

/** Everything one database keeps. */
export interface Store {
  readonly originals: Originals
  readonly sentResults: SentResults
  readonly ledger: Ledger
  readonly catalog: CatalogStore
  readonly tokens: Tokens
  /** Present when other daemons may use the same store. */
  readonly peers?: Peers
  /** Present beside peers. */
  readonly configText?: ConfigText
  close(): Promise<void>
}
