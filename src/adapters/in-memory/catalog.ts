import type {
  Capability,
  CatalogStore,
  CatalogTool,
  ServerRecord,
  Trace,
} from '../../ports/store/catalog.ts'

/** Keeps the catalog for the life of the process. */
export function inMemoryCatalog(): CatalogStore {
  const tools = new Map<string, readonly CatalogTool[]>()
  const servers = new Map<string, ServerRecord>()
  const capabilities = new Map<string, Capability>()
  const traces: Trace[] = []
  let toolChanges = 0
  let capabilityChanges = 0
  let appended = 0
  return {
    async replaceTools(server, listed) {
      tools.set(server, [...listed])
      toolChanges += 1
    },
    async removeServer(server) {
      tools.delete(server)
      servers.delete(server)
      toolChanges += 1
    },
    tools: async () => sorted(tools).flat(),
    async saveServer(record) {
      servers.set(record.name, record)
      toolChanges += 1
    },
    servers: async () => sorted(servers),
    async saveCapability(capability) {
      capabilities.set(capability.id, capability)
      capabilityChanges += 1
    },
    async removeCapability(id) {
      capabilities.delete(id)
      capabilityChanges += 1
    },
    capabilities: async () => sorted(capabilities),
    async appendTraces(more) {
      traces.push(...more)
      appended += more.length
    },
    traces: async (limit) => traces.slice(Math.max(0, traces.length - limit)),
    sweepTraces: async (keep, limit) =>
      traces.splice(0, Math.min(limit, Math.max(0, traces.length - keep))).length,
    version: async () => ({
      tools: toolChanges,
      capabilities: capabilityChanges,
      traces: appended,
    }),
  }
}

function sorted<Value>(values: ReadonlyMap<string, Value>): Value[] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
}
