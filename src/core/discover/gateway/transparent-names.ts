import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import { shortId } from '../../text/short-id.ts'

const longestName = 64

/** Every tool under a name of its own, at most 64 plain characters, for clients that want no discovery. */
export function transparentNames(
  tools: readonly CatalogTool[],
  digest: Digest,
): ReadonlyMap<string, CatalogTool> {
  const names = new Map<string, CatalogTool>()
  for (const tool of tools) {
    const plain = `${tool.server}__${tool.name}`.replace(/[^A-Za-z0-9_-]/g, '_')
    const isFree = plain.length <= longestName && !names.has(plain)
    names.set(
      isFree ? plain : shortId(`${plain.slice(0, longestName - 17)}_`, digest(tool.id)),
      tool,
    )
  }
  return names
}
