import type { Lock } from '../../ports/lock.ts'
import type { Database } from './database.ts'
import { toStoreError } from './failures.ts'

/**
 * Takes a lock across all daemons of the schema, or answers `undefined` when another has it. It lives
 * as long as its connection, so a holder that dies lets go at once.
 */
export async function acquireLock(database: Database, name: string): Promise<Lock | undefined> {
  const client = await database.dedicated()
  const end = (): void => {
    client.end().catch(() => undefined)
  }
  try {
    const { rows } = await client.query(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as is_mine',
      [`tamis ${name} ${database.schema}`],
    )
    if (rows[0]?.is_mine === true) return { release: end }
  } catch (error) {
    end()
    throw toStoreError(error)
  }
  end()
  return undefined
}
