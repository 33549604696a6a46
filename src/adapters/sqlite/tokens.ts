import type { DatabaseSync } from 'node:sqlite'
import type { Tokens } from '../../ports/store/tokens.ts'
import { tokenValues, toToken } from '../rows/tokens.ts'

/** Tokens in the table of the same name. */
export function sqliteTokens(database: DatabaseSync): Tokens {
  const insert = database.prepare(
    `insert into tokens values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (namespace, name) do nothing`,
  )
  const select = database.prepare('select * from tokens where id = ?')
  const selectAll = database.prepare('select * from tokens order by namespace, name')
  const remove = database.prepare('delete from tokens where namespace = ? and name = ?')
  return {
    add: async (token) => insert.run(...tokenValues(token)).changes === 1,
    async find(id) {
      const row = select.get(id)
      return row && toToken(row)
    },
    list: async () => selectAll.all().map(toToken),
    remove: async (namespace, name) => remove.run(namespace, name).changes === 1,
  }
}
