import type { CatalogTool } from '../../../ports/store/catalog.ts'

/** A name as code can write it after a dot: `my-server` becomes `my_server`. */
export function codeName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_$]/g, '_')
  return /^[0-9]/.test(plain) ? `_${plain}` : plain
}

/** The id of the tool that code calls `tools.<server>.<name>`: by its own name, else by the only one written so. */
export function toolIdOfCode(
  tools: Iterable<Pick<CatalogTool, 'id' | 'server' | 'name'>>,
  server: string,
  name: string,
): string | undefined {
  const alike: string[] = []
  for (const tool of tools) {
    if (tool.server === server && tool.name === name) return tool.id
    if (codeName(tool.server) === server && codeName(tool.name) === name) alike.push(tool.id)
  }
  return alike.length === 1 ? alike[0] : undefined
}

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
