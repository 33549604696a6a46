import type {
  Capability,
  CatalogStore,
  CatalogTool,
  ServerRecord,
  Trace,
} from '../../ports/store/catalog.ts'
import type { Database, Session } from './database.ts'
import { announce } from './peers/news.ts'
import { toColumn } from './text.ts'

const version = {
  name: 'catalog-version',
  text: 'select entries, capabilities, traces from catalog_version',
}

/** The catalog in the tables of the same name; other daemons are told of a change when it is committed. */
export function postgresCatalog(database: Database): CatalogStore {
  const change = (
    work: (session: Session) => Promise<unknown>,
    part: 'entries' | 'capabilities' = 'entries',
  ): Promise<void> =>
    database.transaction(async (session) => {
      // First, and so one change after another: what two daemons write at once is not mixed.
      await session.run(`update catalog_version set ${part} = ${part} + 1`)
      await work(session)
      await announce(session, database.schema, 'catalog-changed')
    })
  const bodies = async <Body>(sql: string): Promise<readonly Body[]> =>
    (await database.run(sql)).map(({ body }) => JSON.parse(String(body)))
  const save =
    (table: string, key: string, id: string, body: object) =>
    (session: Session): Promise<unknown> =>
      session.run(
        `insert into ${table} (${key}, body) values ($1, $2)
         on conflict (${key}) do update set body = excluded.body`,
        [toColumn(id), JSON.stringify(body)],
      )
  return {
    replaceTools: (server, tools) =>
      change(async (session) => {
        await session.run('delete from catalog_tools where server = $1', [toColumn(server)])
        await session.run(
          `insert into catalog_tools (server, position, body)
           select $1, position, body from unnest($2::text[]) with ordinality given (body, position)`,
          [toColumn(server), tools.map((tool) => JSON.stringify(tool))],
        )
      }),
    removeServer: (server) =>
      change(async (session) => {
        await session.run('delete from catalog_tools where server = $1', [toColumn(server)])
        await session.run('delete from catalog_servers where name = $1', [toColumn(server)])
      }),
    tools: () => bodies<CatalogTool>('select body from catalog_tools order by server, position'),
    saveServer: (record) => change(save('catalog_servers', 'name', record.name, record)),
    servers: () => bodies<ServerRecord>('select body from catalog_servers order by name'),
    saveCapability: (capability) =>
      change(save('catalog_capabilities', 'id', capability.id, capability), 'capabilities'),
    removeCapability: (id) =>
      change(
        (session) => session.run('delete from catalog_capabilities where id = $1', [toColumn(id)]),
        'capabilities',
      ),
    capabilities: () => bodies<Capability>('select body from catalog_capabilities order by id'),
    appendTraces: (traces) =>
      database.transaction(
        async (session) => {
          await session.run(
            `insert into catalog_traces (at, body)
             select * from unnest($1::bigint[], $2::text[])`,
            [traces.map(({ at }) => Math.round(at)), traces.map((trace) => JSON.stringify(trace))],
          )
          await session.run('update catalog_version set traces = traces + $1', [traces.length])
        },
        { isRepeatable: false },
      ),
    async traces(limit) {
      const rows = await database.run(
        `select body from (select seq, body from catalog_traces order by seq desc limit $1) newest
         order by seq`,
        [limit],
      )
      return rows.map(({ body }) => JSON.parse(String(body)) as Trace)
    },
    async sweepTraces(keep, limit) {
      const rows = await database.run(
        `delete from catalog_traces where seq in (
           select seq from catalog_traces
           where seq <= (select seq from catalog_traces order by seq desc limit 1 offset $1)
           order by seq limit $2) returning 1 as gone`,
        [keep, limit],
      )
      return rows.length
    },
    async version() {
      const [row] = await database.run(version)
      return {
        tools: Number(row?.entries),
        capabilities: Number(row?.capabilities),
        traces: Number(row?.traces),
      }
    },
  }
}
