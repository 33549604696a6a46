/** The id of a tool however it is written: `tool:db:query`, `db:query`, or `query` when only one has it. */
export function resolveToolId(
  tools: ReadonlyMap<
    string,
    { readonly id: string; readonly name: string; readonly server: string }
  >,
  written: string,
): string | undefined {
  if (tools.has(written)) return written
  if (tools.has(`tool:${written}`)) return `tool:${written}`
  const named = [...tools.values()].filter(
    ({ name, server }) => name === written || `${server}:${name}` === written,
  )
  return named.length === 1 ? named[0]?.id : undefined
}
