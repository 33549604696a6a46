/** When a change of a setting takes effect: between two requests, when the daemon starts next, or never from outside. */
type Effect = 'now' | 'next start' | 'never'

/** How results are sieved can change between two requests. */
const atOnce = /^mask\.(?!omission_)[a-z_]+$/

/**
 * Limits, times and thresholds that a daemon reads when it starts. What decides where requests go, what
 * is run, which folders and addresses are open and who may come in is changed in the file alone.
 */
const atNextStart = new Set([
  'server.locale',
  'server.drain_timeout_ms',
  'store.max_bytes',
  'store.sweep_every_s',
  'store.ledger_ttl_s',
  'store.max_traces',
  'prune.max_input_chars',
  'prune.prune_id_ttl_s',
  'prune.usd_per_million_tokens',
  'mask.omission_files_max_bytes',
  'proxy.repair',
  'proxy.keep_requests',
  'proxy.connect_timeout_ms',
  'proxy.headers_timeout_ms',
  'proxy.body_timeout_ms',
  'embedder.timeout_ms',
  'llm.timeout_ms',
  'nli.timeout_ms',
  'memory.promote_on',
  'gateway.first_listing_ms',
  'gateway.max_string_chars',
  'gateway.max_media_bytes',
  'gateway.result_ttl_s',
  'knowledge.max_file_bytes',
  'knowledge.stale_after_days',
  'rag.score_gate',
  'rag.max_answer_tokens',
  'rag.verification',
  'rag.fall_back_to_extracts',
])

/** When a change of this setting from outside would take effect. */
export function effectOf(key: string): Effect {
  if (atOnce.test(key)) return 'now'
  return atNextStart.has(key) ? 'next start' : 'never'
}
