/**
 * Edits that providers make on their side, seen in a request: what a later text refers to may be gone.
 * A quote inside a text has a backslash before it, so only the request's own fields match.
 */
const serverEdit =
  /[^\\]"type"\s*:\s*"(?:(?:clear_tool_uses|compact)_\d+|compaction)"|[^\\]"(?:cache_edits|compact_threshold)"\s*:/

/** Whether a request asks the provider to hide earlier results by itself. */
export function hidesResults(body: string): boolean {
  return serverEdit.test(body)
}
