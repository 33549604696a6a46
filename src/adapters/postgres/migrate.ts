import { readdirSync, readFileSync } from 'node:fs'
import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { Session } from './database.ts'

const folder = new URL('./migrations/', import.meta.url)

/**
 * Applies the numbered files the schema has not seen, all in the caller's transaction and under a
 * lock: of many daemons that start together one migrates, the others wait and find it done.
 */
export async function migrate(session: Session, schema: string): Promise<void> {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const latest = versionOf(files.at(-1) ?? '0')
  const found = await currentVersion(session, schema)
  refuseNewer(found, latest)
  if (found === latest) return
  await session.run('set local statement_timeout = 0')
  await session.run("select pg_advisory_xact_lock(hashtextextended('tamis migrate ' || $1, 0))", [
    schema,
  ])
  // Asked again under the lock: another daemon may have migrated meanwhile.
  const current = await currentVersion(session, schema)
  if (current === 0) await session.run(`create schema if not exists "${schema}"`)
  for (const file of files.filter((name) => versionOf(name) > current))
    await applyFile(session, file)
}

async function applyFile(session: Session, file: string): Promise<void> {
  await session.run(readFileSync(new URL(file, folder), 'utf8'))
  await session.run('insert into tamis_migrations (version, name) values ($1, $2)', [
    versionOf(file),
    file,
  ])
}

async function currentVersion(session: Session, schema: string): Promise<number> {
  // Not to_regclass: it may answer from before the wait for the lock.
  const found = await session.run(
    "select 1 from pg_tables where schemaname = $1 and tablename = 'tamis_migrations'",
    [schema],
  )
  if (found.length === 0) return 0
  const [row] = await session.run(
    `select coalesce(max(version), 0) as version from "${schema}".tamis_migrations`,
  )
  return Number(row?.version)
}

function refuseNewer(current: number, latest: number): void {
  if (current <= latest) return
  throw new EngineError(
    'store_unavailable',
    phrase`The database is of a newer Tamis (${current})`,
    {
      hint: 'Upgrade Tamis, or point TAMIS_DATABASE_URL at another database.',
    },
  )
}

function versionOf(file: string): number {
  return Number.parseInt(file, 10)
}
