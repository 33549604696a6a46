import type { DatabaseSync } from 'node:sqlite'
import type { Digest } from '../../../ports/digest.ts'
import type { Ledger } from '../../../ports/store/ledger.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import type { SentResults } from '../../../ports/store/sent-results.ts'
import { type SqliteLedger, sqliteLedger } from '../ledger.ts'
import { fromLedgerTexts, type LedgerTexts } from '../ledger-values.ts'
import { openDatabase } from '../open.ts'
import { sqliteOriginals } from '../originals.ts'
import { sqliteSentResults } from '../sent-results.ts'
import { groupCommit } from './group-commit.ts'

/** What a store writes while requests pass: these calls can be made in a thread of their own. */
export interface StoreWrites {
  keepOriginals: Originals['keep']
  sweepOriginals: Originals['sweep']
  keepSent: SentResults['keep']
  replaceSent: SentResults['replace']
  sweepSent: SentResults['sweep']
  appendToLedger(rows: LedgerTexts): Promise<void>
  sweepLedger: Ledger['sweep']
}

/** The parts of a store that write, over connections of their own. */
export interface WritingParts {
  readonly originals: Originals
  readonly sentResults: SentResults
  readonly ledger: SqliteLedger
}

/** `database` flushes what it commits. Nobody was promised a row of the ledger: it need not wait for the disk. */
export function writingParts(
  database: DatabaseSync,
  unhurried: DatabaseSync,
  digest: Digest,
): WritingParts {
  const commit = groupCommit(database)
  return {
    originals: sqliteOriginals(database, digest, commit),
    sentResults: sqliteSentResults(database, commit),
    ledger: sqliteLedger(unhurried),
  }
}

/** The writes of the database at `path`. */
export function openWrites(path: string, digest: Digest): StoreWrites & { close(): void } {
  const database = openDatabase(path)
  const unhurried = openDatabase(path, undefined, 'normal')
  const { originals, sentResults, ledger } = writingParts(database, unhurried, digest)
  return {
    keepOriginals: originals.keep,
    sweepOriginals: originals.sweep,
    keepSent: sentResults.keep,
    replaceSent: sentResults.replace,
    sweepSent: sentResults.sweep,
    appendToLedger: (rows) => ledger.appendValues(fromLedgerTexts(rows)),
    sweepLedger: ledger.sweep,
    close() {
      unhurried.close()
      database.close()
    },
  }
}
