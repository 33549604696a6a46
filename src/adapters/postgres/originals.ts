import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Digest } from '../../ports/digest.ts'
import type { Original, Originals } from '../../ports/store/originals.ts'
import { originalRows, toBody } from '../rows/originals.ts'
import type { Database, Session } from './database.ts'
import { originalsSweeper } from './days/originals-sweep.ts'
import { textsUsage } from './days/text-days.ts'
import { postgresCoding, toColumn } from './text.ts'

const { toOriginal } = originalRows(postgresCoding)

const extend = {
  name: 'originals-extend',
  text: `update originals set expires_at = greatest(originals.expires_at, given.expires_at)
    from (select o.id, g.expires_at from unnest($1::text[], $2::bigint[]) g (id, expires_at)
          join originals o on o.id = g.id order by o.id for update of o) given
    where originals.id = given.id returning originals.id`,
}
const insertText = {
  name: 'originals-text',
  text: `insert into texts (digest, encoding, body, bytes) select $1::text, $2::text, $3::bytea, $4::bigint
    where not exists (select 1 from texts where digest = $1) on conflict do nothing`,
}
const insertOriginal = {
  name: 'originals-insert',
  text: `insert into originals values ($1, $2, $3, $4, $5)
    on conflict (id) do update set expires_at = greatest(originals.expires_at, excluded.expires_at)`,
}
/** Both at once, for the one text most calls bring. */
const insertBoth = {
  name: 'originals-both',
  text: `with text as (insert into texts (digest, encoding, body, bytes)
      select $3::text, $6::text, $7::bytea, $8::bigint
      where not exists (select 1 from texts where digest = $3) on conflict do nothing)
    insert into originals values ($1, $2, $3, $4, $5)
    on conflict (id) do update set expires_at = greatest(originals.expires_at, excluded.expires_at)`,
}
const select = {
  name: 'originals-find',
  text: `select kind, digest, encoding, body, expires_at, result
    from originals join texts using (digest) where id = $1 and expires_at > $2`,
}
/** Originals in the `texts` and `originals` tables. */
export function postgresOriginals(database: Database, digest: Digest): Originals {
  return {
    async keep(originals) {
      const known = await extendKnown(database, originals)
      const fresh = originals.filter(({ id }) => !known.has(toColumn(id)))
      const [only, ...more] = [...fresh].sort(byId).map((original) => toValues(original, digest))
      if (only === undefined) return
      if (more.length === 0) await database.run(insertBoth, [...only.original, ...only.text])
      else await database.transaction((session) => insertAll(session, [only, ...more]))
    },
    async find(id, now) {
      const [row] = await database.run(select, [toColumn(id), Math.round(now)])
      const original = row && toOriginal(id, row)
      if (original && digest(original.text) !== row.digest) throw damaged(id)
      return original
    },
    sweep: originalsSweeper(database),
    async usage() {
      const [count] = await database.run('select count(*) as ids from originals')
      return { ids: Number(count?.ids), ...(await textsUsage(database)) }
    },
  }
}

/** Lengthens the life of what is kept already, without sending its text. */
async function extendKnown(
  database: Database,
  originals: readonly Original[],
): Promise<ReadonlySet<string>> {
  if (originals.length === 0) return new Set()
  const longest = new Map<string, number>()
  for (const { id, expiresAt } of originals)
    longest.set(id, Math.max(expiresAt, longest.get(id) ?? 0))
  const rows = await database.run(extend, [
    [...longest.keys()].map(toColumn),
    [...longest.values()],
  ])
  return new Set(rows.map(({ id }) => String(id)))
}

interface Values {
  readonly original: readonly unknown[]
  readonly text: readonly unknown[]
  readonly digest: string
}

/** In the order of digests, so that two writers of the same texts do not wait for each other in a circle. */
async function insertAll(session: Session, all: readonly Values[]): Promise<void> {
  const byDigest = [...all].sort((a, b) => (a.digest < b.digest ? -1 : 1))
  for (const { digest, text } of byDigest) await session.run(insertText, [digest, ...text])
  for (const { original } of all) await session.run(insertOriginal, original)
}

function byId(a: Original, b: Original): number {
  return a.id < b.id ? -1 : Number(a.id !== b.id)
}

function toValues({ id, kind, text, expiresAt, result }: Original, digest: Digest): Values {
  const key = digest(text)
  const { encoding, body } = toBody(text)
  const kept = result === undefined ? null : toColumn(result)
  return {
    original: [toColumn(id), kind, key, expiresAt, kept],
    text: [encoding, body, body.length],
    digest: key,
  }
}

/** The server's own checksums notice a bit that turned over, where they are on; this does everywhere. */
function damaged(id: string): EngineError {
  return new EngineError('store_damaged', phrase`${id} is damaged in the store`, {
    hint: '`tamis store check` names all that is damaged; `tamis store check --repair` puts it aside.',
    details: { damaged: id },
  })
}
