import type { Digest } from '../../../ports/digest.ts'
import type { CatalogTool } from '../../../ports/store/catalog.ts'
import { adoptTools } from '../catalog/adopt-tools.ts'

/**
 * Tools that a server shows to some of its clients only: to those that can be asked, or after a call.
 * Our own connection never sees them, so they are in no catalog; they live as long as this process.
 */
export interface SeenTools {
  /** Takes over those of a list that are not in the catalog; what was said first of one stays. */
  note(server: string, listed: readonly unknown[], known: ReadonlyMap<string, unknown>): void
  of(server: string): ReadonlyMap<string, CatalogTool>
}

const mostOfServer = 500

export function createSeenTools(digest: Digest): SeenTools {
  const seen = new Map<string, Map<string, CatalogTool>>()
  return {
    note(server, listed, known) {
      const own = seen.get(server) ?? new Map<string, CatalogTool>()
      for (const tool of listed.filter(isListed)) {
        if (known.has(tool.name) || own.has(tool.name) || own.size >= mostOfServer) continue
        const [adopted] = adoptTools(
          server,
          [{ ...tool, description: tool.description ?? tool.title ?? '' }],
          [],
          { digest, isQuarantined: false },
        )
        if (adopted) own.set(tool.name, adopted)
      }
      seen.set(server, own)
    },
    of: (server) => seen.get(server) ?? new Map(),
  }
}

interface Listed {
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly inputSchema: Readonly<Record<string, unknown>>
}

function isListed(tool: unknown): tool is Listed {
  if (typeof tool !== 'object' || tool === null) return false
  const { name, title, description, inputSchema } = tool as Readonly<Record<string, unknown>>
  return (
    typeof name === 'string' &&
    typeof inputSchema === 'object' &&
    inputSchema !== null &&
    [title, description].every((text) => text === undefined || typeof text === 'string')
  )
}
