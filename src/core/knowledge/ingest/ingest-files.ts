import type {
  FileSkip,
  FileText,
  FoundFile,
  SourceFiles,
} from '../../../ports/files/source-files.ts'
import type { Lock } from '../../../ports/lock.ts'
import type { DocumentRecord, Trust } from '../../../ports/store/document-rows.ts'
import type { Syntax } from '../../../ports/syntax.ts'
import { shortId } from '../../text/short-id.ts'
import type { Definition } from '../chunk/code.ts'
import { frontMatter } from '../chunk/front-matter.ts'
import { allDocuments } from './all-documents.ts'
import { type IngestDeps, type IngestReport, type OnIngest, storeDocument } from './ingest-text.ts'
import { labelsOf } from './labels-of.ts'
import { contentDigest, type DocumentInput, isCurrent } from './prepare-document.ts'

export interface IngestFilesRequest {
  readonly paths: readonly string[]
  readonly source?: string
  readonly trust?: Trust
  readonly tags?: readonly string[]
  readonly allowedRoots?: readonly string[]
  readonly maxFileBytes: number
  /** Read also what looks like a secret; the person who asks means it. */
  readonly includeSecrets?: boolean
  /** Read also what ignore rules leave out below the folders named. */
  readonly noIgnore?: boolean
}

export interface IngestFilesDeps extends IngestDeps {
  readonly files: SourceFiles
  readonly syntax: Syntax | undefined
  /** One ingest at a time per base; waits for another process. */
  lock(onWait: () => void, signal?: AbortSignal): Promise<Lock>
  /** Lets others have their turn. */
  breathe(): Promise<void>
}

const filesPerBreath = 50

/**
 * Brings the index in line with the files: reads what is new or changed, follows renames, forgets
 * what is gone. Every document is stored at once, so a run that was killed goes on where it stopped.
 */
export async function ingestFiles(
  deps: IngestFilesDeps,
  request: IngestFilesRequest,
  onProgress: OnIngest,
  signal?: AbortSignal,
): Promise<IngestReport> {
  const lock = await deps.lock(() => onProgress({ phase: 'waiting', done: 0 }), signal)
  try {
    return await ingestLocked(deps, request, onProgress, signal)
  } finally {
    lock.release()
  }
}

async function ingestLocked(
  deps: IngestFilesDeps,
  request: IngestFilesRequest,
  onProgress: OnIngest,
  signal: AbortSignal | undefined,
): Promise<IngestReport> {
  onProgress({ phase: 'listing', done: 0 })
  const { allowedRoots, maxFileBytes, includeSecrets = false, noIgnore = false } = request
  const listed = await deps.files.list(request.paths, {
    maxFileBytes,
    includeSecrets,
    noIgnore,
    ...(allowedRoots ? { allowedRoots } : {}),
  })
  const run: Run = {
    deps,
    request,
    gone: await goneDocuments(deps, listed.walkedRoots, listed.files),
    counts: { added: 0, changed: 0, renamed: 0, unchanged: 0, removed: 0 },
    skipped: [...listed.skipped],
  }
  for (const [at, file] of listed.files.entries()) {
    signal?.throwIfAborted()
    await ingestFile(run, file)
    if ((at + 1) % filesPerBreath === 0) await deps.breathe()
    onProgress({ phase: 'indexing', done: at + 1, total: listed.files.length, file: file.path })
  }
  const removed = await deps.documents.remove([...run.gone.values()].flat().map(({ id }) => id))
  return { ...run.counts, removed: run.counts.removed + removed, skipped: run.skipped }
}

interface Run {
  readonly deps: IngestFilesDeps
  readonly request: IngestFilesRequest
  /** Documents whose file is no longer there, by content: the other half of a rename. */
  readonly gone: Map<string, DocumentRecord[]>
  readonly counts: Record<'added' | 'changed' | 'renamed' | 'unchanged' | 'removed', number>
  readonly skipped: FileSkip[]
}

/** The id of a file's document: the same wherever the ingest was started from. */
function fileDocumentId({ digest }: IngestDeps, { root, path }: FoundFile): string {
  return shortId('doc_', digest(`${root}\n${path}`))
}

async function goneDocuments(
  deps: IngestFilesDeps,
  roots: readonly string[],
  files: readonly FoundFile[],
): Promise<Map<string, DocumentRecord[]>> {
  const present = new Set(files.map((file) => fileDocumentId(deps, file)))
  const gone = new Map<string, DocumentRecord[]>()
  if (roots.length === 0) return gone
  for await (const record of allDocuments(deps.documents, { roots }))
    if (!present.has(record.id))
      gone.set(record.digest, [...(gone.get(record.digest) ?? []), record])
  return gone
}

async function ingestFile(run: Run, file: FoundFile): Promise<void> {
  const { deps, counts } = run
  const id = fileDocumentId(deps, file)
  const known = await deps.documents.find(id)
  const isSameFile = known?.modifiedAt === file.modifiedAt && known.bytes === file.bytes
  if (known && isSameFile && isCurrent(known)) {
    await relabel(run, file, known)
    counts.unchanged += 1
    return
  }
  const { includeSecrets = false } = run.request
  const read = await deps.files.read(file, { includeSecrets })
  if ('skipped' in read) {
    run.skipped.push(read)
    if (known) counts.removed += await deps.documents.remove([known.id])
    return
  }
  const digest = contentDigest(deps.digest, read.text)
  if (known?.digest === digest) {
    await deps.documents.update(id, { modifiedAt: file.modifiedAt })
    await relabel(run, file, known)
    counts.unchanged += 1
  } else if (known === undefined && (await followRename(run, file, id, digest))) counts.renamed += 1
  else {
    await storeDocument(deps, await toInput(run, file, id, read, known))
    counts[known ? 'changed' : 'added'] += 1
  }
}

/** Labels may be given anew without a change of the text. */
async function relabel(
  { deps, request }: Run,
  file: FoundFile,
  known: DocumentRecord,
): Promise<void> {
  const given = labelsOf(request, file, known)
  const own = request.tags === undefined ? [] : await ownTagsOf(deps, known)
  const labels = { ...given, tags: [...new Set([...given.tags, ...own])] }
  const isSame =
    known.source === labels.source &&
    known.trust === labels.trust &&
    known.tags.join() === labels.tags.join()
  if (!isSame) await deps.documents.update(known.id, labels)
}

async function followRename(
  { deps, gone }: Run,
  file: FoundFile,
  id: string,
  digest: string,
): Promise<boolean> {
  const candidates = gone.get(digest) ?? []
  const sameKind = candidates.find(({ path, root }) => {
    const isSameFormat = extensionOf(path) === extensionOf(file.path)
    return root === file.root && isSameFormat
  })
  // A title taken from the file's name would no longer be true.
  if (!sameKind || sameKind.title === nameOf(sameKind.path)) return false
  gone.set(
    digest,
    candidates.filter((one) => one !== sameKind),
  )
  await deps.documents.update(sameKind.id, {
    newId: id,
    path: file.path,
    modifiedAt: file.modifiedAt,
  })
  return true
}

async function toInput(
  { deps, request }: Run,
  file: FoundFile,
  id: string,
  read: FileText,
  known: DocumentRecord | undefined,
): Promise<DocumentInput> {
  const definitions = await definitionsOf(deps.syntax, read)
  const labels = labelsOf(request, file, known)
  // Tags that the page gave itself go with the text that said them.
  const own = known && request.tags === undefined ? await ownTagsOf(deps, known) : []
  return {
    id,
    ...labels,
    tags: labels.tags.filter((tag) => !own.includes(tag)),
    root: file.root,
    path: file.path,
    text: read.text,
    kind: read.kind,
    bytes: file.bytes,
    modifiedAt: file.modifiedAt,
    ...(read.kind === 'code' ? { title: file.path } : {}),
    ...(read.title === undefined ? {} : { title: read.title }),
    ...(read.language === undefined ? {} : { language: read.language }),
    ...(definitions === undefined ? {} : { definitions }),
  }
}

/** The tags that the stored text of a page gives itself. */
async function ownTagsOf(
  { documents }: IngestDeps,
  { id, kind }: DocumentRecord,
): Promise<readonly string[]> {
  if (kind !== 'markdown') return []
  const [first] = await documents.chunksOf(id)
  return frontMatter(first?.text ?? '')?.tags ?? []
}

async function definitionsOf(
  syntax: Syntax | undefined,
  read: FileText,
): Promise<readonly Definition[] | undefined> {
  if (read.kind !== 'code' || read.language === undefined) return undefined
  const blocks = await syntax?.outline(read.text, read.language)
  return blocks?.map(({ name, start, end }) => ({ name, startLine: start, endLine: end }))
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? ''
}

function nameOf(path: string): string {
  return (
    path
      .split('/')
      .at(-1)
      ?.replace(/\.[^.]+$/, '') ?? path
  )
}
