/** The table of older installations; its keys keep working. */
export const legacyTable = 'mcp_pruner.'

/** Keys of the older table, and the settings they now are. */
export const legacyKeys: Readonly<Record<string, string>> = {
  'mcp_pruner.host': 'server.host',
  'mcp_pruner.port': 'server.port',
  'mcp_pruner.backend': 'prune.backend',
  'mcp_pruner.max_input_chars': 'prune.max_input_chars',
  'mcp_pruner.prune_id_ttl_s': 'prune.prune_id_ttl_s',
  'mcp_pruner.cache_ttl_s': 'prune.cache_ttl_s',
  'mcp_pruner.cache_max_entries': 'prune.cache_max_items',
  'mcp_pruner.cache_max_items': 'prune.cache_max_items',
  'mcp_pruner.deepinfra_api_key': 'deepinfra.api_key',
  'mcp_pruner.deepinfra_endpoint_url': 'deepinfra.endpoint_url',
  'mcp_pruner.deepinfra_timeout_ms': 'deepinfra.timeout_ms',
  'mcp_pruner.deepinfra_max_docs': 'deepinfra.max_docs',
}

/** Values of older variables that mean "not set": the backend variable ignored what it did not know. */
export function isIgnoredValue(variable: string, value: string): boolean {
  return variable === 'KIMI_PRUNING_BACKEND' && !['heuristic', 'deepinfra', 'cloud'].includes(value)
}
