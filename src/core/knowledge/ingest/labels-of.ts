import type { FoundFile } from '../../../ports/files/source-files.ts'
import type { Trust } from '../../../ports/store/document-rows.ts'

interface Labels {
  readonly source: string
  readonly trust: Trust
  readonly tags: readonly string[]
}

type Wished = { readonly [Name in keyof Labels]?: Labels[Name] }

/** What a request does not say stays as it is; a new document has its folder's name and medium trust. */
export function labelsOf(
  { source, trust, tags }: Wished,
  { root }: FoundFile,
  known: Labels | undefined,
): Labels {
  return {
    source: source ?? known?.source ?? folderName(root),
    trust: trust ?? known?.trust ?? 'medium',
    tags: tags ?? known?.tags ?? [],
  }
}

function folderName(root: string): string {
  return root.split(/[\\/]/).filter(Boolean).at(-1) ?? 'files'
}
