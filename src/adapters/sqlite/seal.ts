import { crc32 } from 'node:zlib'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'

/** A checksum of what a row says: enough to notice bits that turned over on the disk. */
export function sealOf(...parts: readonly unknown[]): number {
  return crc32(JSON.stringify(parts))
}

/** Refuses a row that no longer says what was written; rows of before there were seals have none. */
export function requireSeal(what: string, seal: unknown, ...parts: readonly unknown[]): void {
  if (seal === null || seal === undefined || Number(seal) === sealOf(...parts)) return
  throw damaged(what)
}

/** What is answered in place of something that is no longer as it was written. */
export function damaged(what: string, cause?: unknown): EngineError {
  return new EngineError('store_damaged', phrase`${what} is damaged in the store`, {
    hint: damageHint,
    details: { damaged: what },
    ...(cause === undefined ? {} : { cause }),
  })
}

/** What to do about a damaged store. */
export const damageHint =
  '`tamis store check` names all that is damaged; `tamis stop`, then `tamis store check --repair` puts it aside. `tamis store restore` brings a backup back.'
