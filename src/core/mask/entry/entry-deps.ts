import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { OmissionFiles } from '../../../ports/files/omission-files.ts'
import type { Log } from '../../../ports/log.ts'
import type { Originals } from '../../../ports/store/originals.ts'
import type { EntryDeps } from './entry.ts'
import { keepLeftOut } from './keep-left-out.ts'
import type { PruneOutput } from './sieve-result.ts'

/** Where what the sieve on entry leaves out is kept, and how it is pruned. */
export interface EntryStores {
  readonly originals: Originals
  readonly now: Clock
  readonly log: Log
  /** Prunes outputs for one source of the ledger. */
  readonly pruneFor: (source: string) => PruneOutput
  /** Absent: what is left out is no file, and markers name a command. */
  readonly omissionFiles?: OmissionFiles | undefined
}

interface EntryUse {
  /** Who asks, for the ledger. */
  readonly source: string
  /** `undefined` prunes nothing. */
  readonly pruneMinChars: number | undefined
  /** How long what is left out can be brought back; absent: as the store says. */
  readonly livesMs?: number | undefined
}

/** What the sieve on entry stands on, but for the record of what was sent. */
export function entryDeps(
  stores: EntryStores,
  { source, pruneMinChars, livesMs }: EntryUse,
): Omit<EntryDeps, 'memory'> {
  const onNotKept = ({ code }: EngineError): void => stores.log.warn('omission-not-kept', { code })

  /** While the store is away nobody can tell: then it is taken for ours. */
  async function isKept(id: string): Promise<boolean> {
    try {
      return (await stores.originals.find(id, stores.now())) !== undefined
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      onNotKept(error)
      return true
    }
  }

  return {
    prune: pruneMinChars === undefined ? undefined : stores.pruneFor(source),
    keepOriginals: (texts) => keepLeftOut(stores, texts, livesMs),
    onNotKept,
    isOurs: isKept,
    pathOf: stores.omissionFiles?.pathOf,
  }
}
