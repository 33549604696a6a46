import { closest } from '../../text/closest.ts'
import type { Entry } from '../catalog/entries.ts'

/** Which entries a search is about. */
export interface DiscoverFilter {
  readonly type?: 'tool' | 'capability' | 'skill' | 'all' | undefined
  readonly servers?: readonly string[] | undefined
  readonly minScore?: number | undefined
  readonly tags?: readonly string[] | undefined
  /** Whether the one who asks may see an entry. */
  readonly isShown?: ((entry: Pick<Entry, 'id'>) => boolean) | undefined
}

export function isWanted(entry: Entry | undefined, filter: DiscoverFilter): boolean {
  const { type = 'all', servers = [], tags = [], isShown = () => true } = filter
  if (entry === undefined || (type !== 'all' && entry.type !== type)) return false
  if (!isShown(entry)) return false
  const isOnServer = servers.length === 0 || entry.servers.some((name) => servers.includes(name))
  return isOnServer && (tags.length === 0 || entry.tags.some((tag) => tags.includes(tag)))
}

/** Servers of a filter that nobody has heard of, each with the one that was most likely meant. */
export function unknownServers(
  { servers = [] }: DiscoverFilter,
  known: ReadonlySet<string>,
): readonly { readonly name: string; readonly meant: string | undefined }[] {
  return servers
    .filter((name) => !known.has(name))
    .map((name) => ({ name, meant: closest(name, known) }))
}
