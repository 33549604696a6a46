import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { Row } from '../rows/coding.ts'

/** Columns by which `isSoundVector` judges. */
export const vectorColumns = 'model, digest, vector, seal'

/** A checksum of a vector and of what it stands for. */
export function sealOfVector(model: string, digest: string, bytes: Uint8Array): number {
  return crc32(bytes, crc32(`${model}\n${digest}`))
}

/** False for a vector that is no longer as it was written; those of before there were seals have none. */
export function isSoundVector({ model, digest, vector, seal }: Row): boolean {
  if (seal === null || seal === undefined) return true
  return (
    vector instanceof Uint8Array &&
    sealOfVector(String(model), String(digest), vector) === Number(seal)
  )
}

/**
 * The rows of a question about vectors that are as they were written. A vector is made of its text: one
 * that is damaged is forgotten, so that it is made anew, and the question asked again.
 */
export function soundVectors(
  database: DatabaseSync,
  table: string,
  ask: () => ReturnType<StatementSync['all']>,
): readonly Row[] {
  const rows = ask()
  const unsound = rows.filter((row) => !isSoundVector(row))
  if (unsound.length === 0) return rows
  const forget = database.prepare(`delete from ${table} where rowid = ?`)
  for (const { rowid } of unsound) forget.run(Number(rowid))
  return ask().filter(isSoundVector)
}
