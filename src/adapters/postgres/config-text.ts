import type { ConfigText } from '../../ports/store/config-text.ts'
import type { Database } from './database.ts'
import { announce } from './peers/news.ts'
import { fromColumn, toColumn } from './text.ts'

/** The shared configuration in its table of one row. */
export function postgresConfigText(database: Database): ConfigText {
  return {
    async read() {
      const [row] = await database.run('select toml from shared_config')
      return row === undefined ? '' : fromColumn(row.toml)
    },
    write: (text) =>
      database.transaction(async (session) => {
        await session.run(
          `insert into shared_config (toml) values ($1)
           on conflict (only_one) do update set toml = excluded.toml`,
          [toColumn(text)],
        )
        await announce(session, database.schema, 'config-shared')
      }),
  }
}
