import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import type { DocumentFilter, DocumentRecord } from '../../ports/store/document-rows.ts'
import type { Documents, DocumentsUsage } from '../../ports/store/documents.ts'
import type { Answer } from './ask/answer.ts'
import { ask } from './ask/ask.ts'
import type { AskDeps, AskRequest, AskSettings, OnText } from './ask/deps.ts'
import { type Evaluation, evaluate, type GoldenQuestion } from './evaluate.ts'
import { type Fetched, type FetchRequest, fetchText } from './fetch-text.ts'
import { createBaseEmbedding, type IngestResult } from './ingest/embed-base.ts'
import {
  type IngestFilesDeps,
  type IngestFilesRequest,
  ingestFiles,
} from './ingest/ingest-files.ts'
import { ingestTexts, type OnIngest, type TextDocument } from './ingest/ingest-text.ts'
import { type Inspected, inspectDocument } from './inspect-document.ts'
import { type AwayDeps, type KnowledgeCall, noteModelAway, type Warned } from './note-model-away.ts'
import type { SearchMode } from './search/rank-chunks.ts'
import { type SearchDeps, type SearchOutcome, type SearchRequest, search } from './search/search.ts'
import { type EarlierEmbedder, servingEmbedder } from './search/serving-embedder.ts'
import type { SourceDefinition } from './sources/source-state.ts'
import { createSources, type Sources } from './sources/sources.ts'
import { whenAborted } from './when-aborted.ts'

interface KnowledgeDeps
  extends Omit<IngestFilesDeps, 'documents' | 'breathe'>,
    Omit<
      AskDeps,
      'documents' | 'background' | 'onModelAway' | 'settings' | 'staleAfterMs' | 'syntax'
    >,
    AwayDeps {
  /** Opened when first asked for. */
  openDocuments(): SearchDeps['documents']
  /** Serves on from the vectors of a model that is no longer configured, until all texts are embedded anew. */
  readonly earlierEmbedder?: EarlierEmbedder
  readonly pause: (ms: number, isHolding?: boolean) => Promise<void>
  readonly settings: KnowledgeSettings
}

/** What only the knowledge base asks of the outside. */
export type KnowledgePorts = Pick<
  KnowledgeDeps,
  'openDocuments' | 'files' | 'syntax' | 'lock' | 'earlierEmbedder' | 'entailment'
>

export interface KnowledgeSettings extends AskSettings {
  readonly staleAfterMs: number
  readonly maxFileBytes: number
  /** Where callers other than the person at the keyboard may read files. */
  readonly allowedRoots: readonly string[]
  /** What the person who wrote the configuration wants kept fresh. */
  readonly sources: readonly SourceDefinition[]
}

interface PathsRequest extends Omit<IngestFilesRequest, 'maxFileBytes' | 'allowedRoots'> {
  /** False for calls over a network: they keep to the configured roots. */
  readonly isLocalPerson: boolean
}

/** Documents in, cited passages, answers and refusals out. */
export interface Knowledge {
  readonly sources: Sources
  ingestPaths(
    request: PathsRequest,
    onProgress: OnIngest,
    signal?: AbortSignal,
  ): Promise<IngestResult>
  ingestTexts(
    texts: readonly TextDocument[],
    labels: { readonly source: string; readonly trust: DocumentRecord['trust'] },
    signal?: AbortSignal,
  ): Promise<IngestResult>
  /** Ingests again after every change below the paths, until the signal. */
  watch(
    request: PathsRequest,
    onResult: (result: IngestResult) => void,
    signal: AbortSignal,
  ): Promise<void>
  /** Embeds every chunk anew, for a model whose vectors changed. */
  reembed(onProgress: OnIngest, signal?: AbortSignal): Promise<number>
  /** A few of the texts that lack a vector; true when more do. */
  embedSome(): Promise<boolean>
  search(request: SearchRequest, call: KnowledgeCall): Promise<Warned<SearchOutcome>>
  ask(request: AskRequest, call: KnowledgeCall, onText?: OnText): Promise<Warned<Answer>>
  fetch(request: FetchRequest): Promise<Fetched>
  list(
    filter: DocumentFilter,
    after: string | undefined,
    limit: number,
  ): Promise<readonly DocumentRecord[]>
  inspect(id: string): Promise<Inspected>
  usage(): Promise<DocumentsUsage>
  reset(source: string | undefined): Promise<void>
  evaluate(
    golden: readonly GoldenQuestion[],
    mode: SearchMode,
    signal?: AbortSignal,
  ): Promise<Evaluation>
}

/** Joins the parts of the feature to its ports. */
export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const { embedder, settings } = deps
  const serving = servingEmbedder(deps)
  const open = (): AskDeps & IngestFilesDeps => ({
    ...deps,
    documents: deps.openDocuments(),
    breathe: () => deps.pause(0, true),
    staleAfterMs: settings.staleAfterMs,
  })
  // Counting vectors takes a moment in a large base, and a search by words needs none.
  const openFor = async (mode: SearchMode): Promise<AskDeps> =>
    mode === 'lexical' ? open() : { ...open(), ...(await serving()) }
  const embedding = createBaseEmbedding(deps.openDocuments, embedder)
  const ingestPaths: Knowledge['ingestPaths'] = async (request, onProgress, signal) => {
    const { isLocalPerson, ...rest } = request
    const full = {
      ...rest,
      maxFileBytes: settings.maxFileBytes,
      ...(isLocalPerson ? {} : { allowedRoots: settings.allowedRoots }),
    }
    return embedding.after(await ingestFiles(open(), full, onProgress, signal), onProgress, signal)
  }
  const sources = createSources(
    {
      watch: deps.files.watch,
      now: deps.now,
      pause: deps.pause,
      read: ({ name, path, watch: _, everyMs: __, ...rest }, onProgress, signal) =>
        ingestPaths(
          { ...rest, paths: [path], source: name, isLocalPerson: true },
          onProgress,
          signal,
        ),
      onFault: ({ name }, error) =>
        deps.log.error('source-not-read', { source: name, cause: String(error) }),
    },
    settings.sources,
  )
  return {
    sources,
    ingestPaths,
    ingestTexts: async (texts, labels, signal) =>
      embedding.after(await ingestTexts(open(), texts, labels), () => {}, signal),
    async watch(request, onResult, signal) {
      let running = Promise.resolve()
      const again = (): void => {
        running = running.then(async () => {
          if (!signal.aborted) onResult(await ingestPaths(request, () => {}, signal))
        })
      }
      const broken = Promise.withResolvers<never>()
      await deps.files.watch(request, { onChange: again, onBroken: broken.reject }, signal)
      await Promise.race([whenAborted(signal), broken.promise])
      await running
    },
    async reembed(onProgress, signal) {
      if (embedder) await deps.openDocuments().dropVectors(embedder.model)
      return embedding.all(onProgress, signal)
    },
    embedSome: embedding.some,
    search: (request, call) =>
      noteModelAway(deps, 'search', call, async (onModelAway) => {
        const opened = await openFor(request.mode)
        return search({ ...opened, onModelAway }, request, call.signal)
      }),
    ask: (request, call, onText) =>
      noteModelAway(deps, 'ask', call, async (onModelAway) => {
        const opened = await openFor(request.mode)
        return ask({ ...opened, onModelAway }, request, onText, call.signal)
      }),
    fetch: (request) => fetchText(deps.openDocuments(), request),
    list: (filter, after, limit) =>
      deps.openDocuments().list(filter, { limit, ...(after === undefined ? {} : { after }) }),
    inspect: (id) => inspectDocument(deps.openDocuments(), id),
    usage: () => deps.openDocuments().usage(embedder?.model),
    reset: (source) => forget(deps.openDocuments(), source),
    evaluate: async (golden, mode, signal) =>
      evaluate(await openFor(mode), golden, mode, settings.scoreGate, signal),
  }
}

async function forget(documents: Documents, source: string | undefined): Promise<void> {
  const { sources } = await documents.usage()
  if (source !== undefined && !sources.some((known) => known.source === source))
    throw new EngineError('not_indexed', phrase`There is no source ${source}`, {
      hint: '`tamis schema` names the sources.',
    })
  await documents.clear(source)
}
