import type { Clock } from '../../../ports/clock.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { FileSkip } from '../../../ports/files/source-files.ts'
import type { DocumentKind, Trust } from '../../../ports/store/document-rows.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { contentDigest, type DocumentInput, prepareDocument } from './prepare-document.ts'

export interface IngestDeps {
  readonly documents: Documents
  readonly digest: Digest
  readonly now: Clock
}

export interface IngestReport {
  readonly added: number
  readonly changed: number
  readonly renamed: number
  readonly unchanged: number
  readonly removed: number
  readonly skipped: readonly FileSkip[]
}

export interface IngestProgress {
  readonly phase: 'waiting' | 'listing' | 'indexing' | 'embedding'
  readonly done: number
  readonly total?: number
  readonly file?: string
}

export type OnIngest = (progress: IngestProgress) => void

/** A text handed in by a caller, under an id of its own. */
export interface TextDocument {
  readonly id: string
  readonly title?: string
  readonly text: string
  readonly kind?: DocumentKind
  readonly language?: string
  readonly tags?: readonly string[]
}

/** Cuts, indexes and stores one document. */
export async function storeDocument(deps: IngestDeps, input: DocumentInput): Promise<void> {
  const { record, chunks } = prepareDocument(deps.digest, input, deps.now())
  await deps.documents.put(record, chunks)
}

/** Stores texts under the ids given; one that is there with the same content costs nothing. */
export async function ingestTexts(
  deps: IngestDeps,
  texts: readonly TextDocument[],
  labels: { readonly source: string; readonly trust: Trust },
): Promise<IngestReport> {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (const text of texts) {
    const known = await deps.documents.find(text.id)
    const isSame =
      known?.digest === contentDigest(deps.digest, text.text) &&
      known.title === (text.title ?? known.title)
    if (isSame) {
      counts.unchanged += 1
      continue
    }
    await storeDocument(deps, toInput(text, labels, deps.now()))
    counts[known ? 'changed' : 'added'] += 1
  }
  return { ...counts, renamed: 0, removed: 0, skipped: [] }
}

function toInput(
  { id, title, text, kind = 'markdown', language, tags = [] }: TextDocument,
  labels: { readonly source: string; readonly trust: Trust },
  modifiedAt: number,
): DocumentInput {
  return {
    id,
    ...labels,
    root: '',
    path: id,
    text,
    kind,
    tags,
    bytes: text.length,
    modifiedAt,
    ...(title === undefined ? {} : { title }),
    ...(language === undefined ? {} : { language }),
  }
}
