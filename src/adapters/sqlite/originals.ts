import type { DatabaseSync } from 'node:sqlite'
import type { Digest } from '../../ports/digest.ts'
import type { Original, Originals, SweepLimits, SweepReport } from '../../ports/store/originals.ts'
import type { Row } from '../rows/coding.ts'
import { originalRows, toBody } from '../rows/originals.ts'
import { sqliteCoding } from './coding.ts'
import { damaged, requireSeal, sealOf } from './seal.ts'
import { inTransaction } from './transaction.ts'
import { type Commit, groupCommit } from './writes/group-commit.ts'

const { toOriginal } = originalRows(sqliteCoding)

/** Originals in the `texts` and `originals` tables. */
export function sqliteOriginals(
  database: DatabaseSync,
  digest: Digest,
  commit: Commit = groupCommit(database),
): Originals {
  const insertText = database.prepare('insert or ignore into texts values (?, ?, ?, ?)')
  const insertOriginal = database.prepare(
    `insert into originals (id, kind, digest, expires_at, result, seal) values (?, ?, ?, ?, ?, ?)
     on conflict (id) do update set expires_at = max(expires_at, excluded.expires_at)`,
  )
  const extend = database.prepare(
    'update originals set expires_at = max(expires_at, ?) where id = ? returning id',
  )
  const select = database.prepare(
    `select id, kind, digest, encoding, body, expires_at, result, seal
     from originals join texts using (digest) where id = ? and expires_at > ?`,
  )
  const count = database.prepare('select count(*) as ids from originals')
  const usage = database.prepare('select texts, bytes from texts_usage')
  const oldest = database.prepare(
    'select id, expires_at from originals order by expires_at limit 1',
  )
  const remove = database.prepare('delete from originals where id = ? returning digest')
  const dropText = database.prepare(
    'delete from texts where digest = ? and not exists (select 1 from originals o where o.digest = texts.digest)',
  )

  /** What is not as it was written is not given out. */
  function checked(id: string, original: Original, row: Row): Original {
    requireSeal(id, row.seal, id, row.kind, row.digest, row.result)
    if (digest(original.text) !== row.digest) throw damaged(id)
    return original
  }

  function keepOne({ id, kind, text, expiresAt, result }: Original): void {
    if (extend.get(expiresAt, id)) return
    const key = digest(text)
    const { encoding, body } = toBody(text)
    insertText.run(key, encoding, body, body.length)
    const kept = result ?? null
    insertOriginal.run(id, kind, key, expiresAt, kept, sealOf(id, kind, key, kept))
  }

  function sweepOne({ now, maxBytes }: SweepLimits): boolean {
    const next = oldest.get() as { id: string; expires_at: number } | undefined
    const { bytes } = usage.get() as { bytes: number }
    if (!next || (next.expires_at > now && bytes <= maxBytes)) return false
    const row = remove.get(next.id) as { digest: string }
    dropText.run(row.digest)
    return true
  }

  function sweep(limits: SweepLimits): SweepReport {
    let removed = 0
    while (removed < limits.limit) {
      if (!sweepOne(limits)) return { removed, isUnfinished: false }
      removed++
    }
    const next = oldest.get() as { expires_at: number } | undefined
    const { bytes } = usage.get() as { bytes: number }
    const isUnfinished = !!next && (next.expires_at <= limits.now || bytes > limits.maxBytes)
    return { removed, isUnfinished }
  }

  return {
    keep: (originals) => commit(() => originals.forEach(keepOne)),
    async find(id, now) {
      const row = select.get(id, now)
      return row && checked(id, toOriginal(id, row), row)
    },
    async sweep(limits) {
      return inTransaction(database, () => sweep(limits))
    },
    async usage() {
      const { ids } = count.get() as { ids: number }
      const { texts, bytes } = usage.get() as { texts: number; bytes: number }
      return { ids, texts, bytes }
    },
  }
}
