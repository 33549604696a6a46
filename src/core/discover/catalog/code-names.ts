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
