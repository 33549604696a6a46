import type { DatabaseSync } from 'node:sqlite'
import type {
  Capability,
  CatalogStore,
  CatalogTool,
  ServerRecord,
  Trace,
} from '../../ports/store/catalog.ts'
import type { Row } from '../rows/coding.ts'
import { requireSeal, sealOf } from './seal.ts'
import { inTransaction } from './transaction.ts'

/** The catalog in the tables of the same name. */
export function sqliteCatalog(database: DatabaseSync): CatalogStore {
  const prepare = (sql: string) => database.prepare(sql)
  const clearTools = prepare('delete from catalog_tools where server = ?')
  const insertTool = prepare(
    'insert into catalog_tools (server, position, body, seal) values (?, ?, ?, ?)',
  )
  const clearServer = prepare('delete from catalog_servers where name = ?')
  const saveServer = prepare(
    'insert or replace into catalog_servers (name, body, seal) values (?, ?, ?)',
  )
  const saveCapability = prepare(
    'insert or replace into catalog_capabilities (id, body, seal) values (?, ?, ?)',
  )
  const removeCapability = prepare('delete from catalog_capabilities where id = ?')
  const insertTrace = prepare('insert into catalog_traces (at, body, seal) values (?, ?, ?)')
  const latestTraces = prepare(
    'select * from (select * from catalog_traces order by seq desc limit ?) order by seq',
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
  const bodies = <Body>(table: string, order: string): readonly Body[] =>
    prepare(`select * from ${table} order by ${order}`)
      .all()
      .map((row) => soundBody(table, row) as Body)

  return {
    async replaceTools(server, tools) {
      change(() => {
        clearTools.run(server)
        tools.forEach((tool, at) => {
          insertTool.run(...sealed(server, at, JSON.stringify(tool)))
        })
      })
    },
    async removeServer(server) {
      change(() => {
        clearTools.run(server)
        clearServer.run(server)
      })
    },
    tools: async () => bodies<CatalogTool>('catalog_tools', 'server, position'),
    async saveServer(record) {
      change(() => saveServer.run(...sealed(record.name, JSON.stringify(record))))
    },
    servers: async () => bodies<ServerRecord>('catalog_servers', 'name'),
    async saveCapability(capability) {
      change(
        () => saveCapability.run(...sealed(capability.id, JSON.stringify(capability))),
        capabilitiesChanged,
      )
    },
    async removeCapability(id) {
      change(() => removeCapability.run(id), capabilitiesChanged)
    },
    capabilities: async () => bodies<Capability>('catalog_capabilities', 'id'),
    async appendTraces(traces) {
      inTransaction(database, () => {
        for (const trace of traces)
          insertTrace.run(...sealed(Math.round(trace.at), JSON.stringify(trace)))
        tracesChanged.run(traces.length)
      })
    },
    async traces(limit) {
      return latestTraces.all(limit).map((row) => soundBody('catalog_traces', row) as Trace)
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

/** What the seal of a row of the catalog is made of, in the order of its columns. */
export function catalogParts(table: string, row: Row): readonly unknown[] {
  const keys: Readonly<Record<string, readonly unknown[]>> = {
    catalog_servers: [row.name],
    catalog_tools: [row.server, row.position],
    catalog_capabilities: [row.id],
    catalog_traces: [row.at],
  }
  return [...(keys[table] ?? []), row.body]
}

function sealed(...values: readonly (string | number)[]): readonly (string | number)[] {
  return [...values, sealOf(...values)]
}

/** An approval or a description that turned over is not taken for what was approved. */
function soundBody(table: string, row: Row): unknown {
  const parts = catalogParts(table, row)
  const [key = '', place = ''] = parts.slice(0, -1)
  requireSeal(`${table} ${key} ${place}`.trim(), row.seal, ...parts)
  return JSON.parse(String(row.body))
}
