import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import type { AskDeps } from '../../src/core/knowledge/ask/deps.ts'
import { embedChunks } from '../../src/core/knowledge/ingest/embed-chunks.ts'
import { ingestTexts, type TextDocument } from '../../src/core/knowledge/ingest/ingest-text.ts'
import type { SearchMode } from '../../src/core/knowledge/search/rank-chunks.ts'
import { type SearchOutcome, search } from '../../src/core/knowledge/search/search.ts'
import { modelBackground } from '../../src/core/text/model-background.ts'
import { benchEmbedder } from '../encoder.ts'
import type { BenchDocument } from './data.ts'

const embedder = await benchEmbedder()
const background = modelBackground(embedder)

/** A corpus ingested the way the product does it. */
export type Base = AskDeps

export async function openBase(
  { documents }: { readonly documents: Iterable<BenchDocument> },
  file = ':memory:',
): Promise<Base> {
  const base = emptyBase(file)
  await addDocuments(base, documents)
  return base
}

/** Ingests and embeds one after the other, as a stream would bring them. */
export async function addDocuments(
  { documents: store }: Base,
  documents: Iterable<BenchDocument>,
): Promise<void> {
  const deps = { documents: store, digest, now: () => 0 }
  for (const document of documents)
    await ingestTexts(deps, [toText(document)], { source: 'bench', trust: 'medium' })
  await embedChunks(store, embedder)
}

function emptyBase(file: string): Base {
  return {
    documents: openDocuments(file),
    embedder,
    llm: undefined,
    now: () => 0,
    staleAfterMs: Number.POSITIVE_INFINITY,
    background: () => background,
    settings: {
      scoreGate: 0.3,
      promptTemplateVersion: 'rag-default-v1',
      maxAnswerTokens: 256,
      verification: 'spans',
      fallBackToExtracts: false,
    },
  }
}

function toText({ id, title, text, kind, language }: BenchDocument): TextDocument {
  const code = { kind: 'code', ...(language === undefined ? {} : { language }) } as const
  return { id, title, text, ...(kind === 'code' ? code : {}) }
}

/** The ten best documents, best first, and the evidence. */
export async function ask10(
  base: Base,
  query: string,
  mode: SearchMode,
  followMentions = true,
): Promise<{ ids: readonly string[]; found: SearchOutcome }> {
  const request = { query, mode, followMentions, limit: 10, perDocument: 1 } as const
  const found = await search(base, { ...request, syntax: 'plain' })
  return { ids: found.hits.map(({ doc_id }) => doc_id), found }
}
