import type { DatabaseSync } from 'node:sqlite'
import type {
  Capability,
  CatalogStore,
  CatalogTool,
  ServerRecord,
  Trace,
} from '../../ports/store/catalog.ts'
import { inTransaction } from './transaction.ts'

/** The catalog in the tables of the same name. */
export function sqliteCatalog(database: DatabaseSync): CatalogStore {
  const prepare = (sql: string) => database.prepare(sql)
  const clearTools = prepare('delete from catalog_tools where server = ?')
  const insertTool = prepare('insert into catalog_tools (server, position, body) values (?, ?, ?)')
  const clearServer = prepare('delete from catalog_servers where name = ?')
  const saveServer = prepare('insert or replace into catalog_servers (name, body) values (?, ?)')
  const saveCapability = prepare(
    'insert or replace into catalog_capabilities (id, body) values (?, ?)',
  )
  const removeCapability = prepare('delete from catalog_capabilities where id = ?')
  const insertTrace = prepare('insert into catalog_traces (at, body) values (?, ?)')
  const latestTraces = prepare(
    'select body from (select seq, body from catalog_traces order by seq desc limit ?) order by seq',
  )
  const sweepTraces = prepare(
    `delete from catalog_traces where seq in (
       select seq from catalog_traces
       where seq <= (select seq from catalog_traces order by seq desc limit 1 offset ?)
       order by seq limit ?)`,
  )
  const version = prepare('select entries, capabilities, traces from catalog_version')
  const toolsChanged = prepare('update catalog_version set entries = entries + 1')
  const capabilitiesChanged = prepare('update catalog_version set capabilities = capabilities + 1')
  const tracesChanged = prepare('update catalog_version set traces = traces + ?')

  const change = (work: () => void, changed = toolsChanged): void =>
    inTransaction(database, () => {
      work()
      changed.run()
    })
  const bodies = <Body>(sql: string): readonly Body[] =>
    prepare(sql)
      .all()
      .map((row) => JSON.parse(String(row.body)))

  return {
    async replaceTools(server, tools) {
      change(() => {
        clearTools.run(server)
        tools.forEach((tool, at) => {
          insertTool.run(server, at, JSON.stringify(tool))
        })
      })
    },
    async removeServer(server) {
      change(() => {
        clearTools.run(server)
        clearServer.run(server)
      })
    },
    tools: async () =>
      bodies<CatalogTool>('select body from catalog_tools order by server, position'),
    async saveServer(record) {
      change(() => saveServer.run(record.name, JSON.stringify(record)))
    },
    servers: async () => bodies<ServerRecord>('select body from catalog_servers order by name'),
    async saveCapability(capability) {
      change(
        () => saveCapability.run(capability.id, JSON.stringify(capability)),
        capabilitiesChanged,
      )
    },
    async removeCapability(id) {
      change(() => removeCapability.run(id), capabilitiesChanged)
    },
    capabilities: async () =>
      bodies<Capability>('select body from catalog_capabilities order by id'),
    async appendTraces(traces) {
      inTransaction(database, () => {
        for (const trace of traces) insertTrace.run(Math.round(trace.at), JSON.stringify(trace))
        tracesChanged.run(traces.length)
      })
    },
    async traces(limit) {
      return latestTraces.all(limit).map((row) => JSON.parse(String(row.body)) as Trace)
    },
    sweepTraces: async (keep, limit) => Number(sweepTraces.run(keep, limit).changes),
    async version() {
      const row = version.get()
      return {
        tools: Number(row?.entries),
        capabilities: Number(row?.capabilities),
        traces: Number(row?.traces),
      }
    },
  }
}
