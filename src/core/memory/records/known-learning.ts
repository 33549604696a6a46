import type { Digest } from '../../../ports/digest.ts'
import { parseIsoTime } from '../../text/iso-time.ts'
import { shortId } from '../../text/short-id.ts'
import { joinKey, type Learning, type Scope } from './records.ts'
import { tagsHash } from './tags-hash.ts'

/** A learning with what old lines leave to be derived. */
export interface KnownLearning {
  readonly id: string
  /** {story, gate, tags hash} as one string. */
  readonly key: string
  readonly tagsHash: string
  readonly scope: Scope
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly record: Learning
}

/** Completes a learning; a line without tags keeps the hash it was written with. */
export function knownLearning(digest: Digest, record: Learning): KnownLearning {
  const hash =
    record.tags.length === 0 && record.tags_hash !== undefined
      ? record.tags_hash
      : tagsHash(digest, record.tags)
  return {
    id: record.id ?? learningId(digest, record, hash),
    key: joinKey({ story: record.story, gate: record.gate, tags_hash: hash }),
    tagsHash: hash,
    scope: record.scope ?? 'story',
    createdAt: parseIsoTime(record.date_created ?? record.date) ?? 0,
    record,
  }
}

/** Derived from content: the same learning has the same id on every machine. */
export function learningId(
  digest: Digest,
  { story, gate, text }: Pick<Learning, 'story' | 'gate' | 'text'>,
  hash: string,
): string {
  return shortId('lrn_', digest(JSON.stringify([story, gate, hash, text])))
}

/** The promotions a learning has behind it, oldest first. */
export function scopeHistory(record: Learning): readonly unknown[] {
  return Array.isArray(record.scope_history) ? record.scope_history : []
}
