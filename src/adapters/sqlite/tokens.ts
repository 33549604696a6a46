import type { DatabaseSync } from 'node:sqlite'
import type { StoredToken, Tokens } from '../../ports/store/tokens.ts'
import type { Row } from '../rows/coding.ts'
import { tokenValues, toToken } from '../rows/tokens.ts'
import { requireSeal, sealOf } from './seal.ts'

/** Tokens in the table of the same name. */
export function sqliteTokens(database: DatabaseSync): Tokens {
  const insert = database.prepare(
    `insert into tokens values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (namespace, name) do nothing`,
  )
  const select = database.prepare('select * from tokens where id = ?')
  const selectAll = database.prepare('select * from tokens order by namespace, name')
  const remove = database.prepare('delete from tokens where namespace = ? and name = ?')
  return {
    async add(token) {
      const values = tokenValues(token)
      return insert.run(...values, sealOf(...values)).changes === 1
    },
    async find(id) {
      const row = select.get(id)
      return row && checked(row)
    },
    list: async () => selectAll.all().map(checked),
    remove: async (namespace, name) => remove.run(namespace, name).changes === 1,
  }
}

/** A token whose scope or namespace turned over opens nothing. */
function checked(row: Row): StoredToken {
  const token = toToken(row)
  requireSeal(`The token ${token.id}`, row.seal, ...tokenValues(token))
  return token
}
