import type { Tokens } from '../../ports/store/tokens.ts'
import { tokenValues, toToken } from '../rows/tokens.ts'
import type { Database } from './database.ts'
import { announce } from './peers/news.ts'

/** Sent again after its answer was lost, it finds its own row and says so. */
const insert = {
  name: 'tokens-add',
  text: `insert into tokens values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (namespace, name) do update set hash = tokens.hash
    returning id`,
}
const select = { name: 'tokens-find', text: 'select * from tokens where id = $1' }

/** Tokens in the table of the same name. */
export function postgresTokens(database: Database): Tokens {
  return {
    async add(token) {
      const [row] = await database.run(insert, tokenValues(token))
      return row?.id === token.id
    },
    async find(id) {
      const [row] = await database.run(select, [id])
      return row && toToken(row)
    },
    list: async () =>
      (await database.run('select * from tokens order by namespace, name')).map(toToken),
    remove: (namespace, name) =>
      database.transaction(
        async (session) => {
          const rows = await session.run(
            'delete from tokens where namespace = $1 and name = $2 returning id',
            [namespace, name],
          )
          if (rows.length > 0) await announce(session, database.schema, 'tokens-revoked')
          return rows.length === 1
        },
        { isRepeatable: false },
      ),
  }
}
