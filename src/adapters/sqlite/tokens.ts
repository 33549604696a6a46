import type { DatabaseSync } from 'node:sqlite'
import type { Scope } from '../../ports/caller.ts'
import type { StoredToken, Tokens } from '../../ports/store/tokens.ts'

type Row = Readonly<Record<string, string | number | null>>

/** Tokens in the table of the same name. */
export function sqliteTokens(database: DatabaseSync): Tokens {
  const insert = database.prepare(
    `insert into tokens values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (namespace, name) do nothing`,
  )
  const select = database.prepare('select * from tokens where id = ?')
  const selectAll = database.prepare('select * from tokens order by namespace, name')
  const remove = database.prepare('delete from tokens where namespace = ? and name = ?')
  return {
    async add({ id, namespace, name, scope, hash, createdAt, expiresAt, requestsPerMinute }) {
      const limits = [expiresAt ?? null, requestsPerMinute ?? null]
      return insert.run(id, namespace, name, scope, hash, createdAt, ...limits).changes === 1
    },
    async find(id) {
      const row = select.get(id)
      return row && toToken(row as Row)
    },
    list: async () => (selectAll.all() as Row[]).map(toToken),
    remove: async (namespace, name) => remove.run(namespace, name).changes === 1,
  }
}

function toToken(row: Row): StoredToken {
  return {
    id: String(row.id),
    namespace: String(row.namespace),
    name: String(row.name),
    scope: row.scope as Scope,
    hash: String(row.hash),
    createdAt: Number(row.created_at),
    ...(row.expires_at === null ? {} : { expiresAt: Number(row.expires_at) }),
    ...(row.requests_per_minute === null
      ? {}
      : { requestsPerMinute: Number(row.requests_per_minute) }),
  }
}
