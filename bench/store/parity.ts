import { digest } from '../../src/adapters/node/digest.ts'
import { postgresDocuments } from '../../src/adapters/postgres/documents/documents.ts'
import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import { embedChunks } from '../../src/core/knowledge/ingest/embed-chunks.ts'
import { ingestTexts } from '../../src/core/knowledge/ingest/ingest-text.ts'
import { modelBackground } from '../../src/core/text/model-background.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Documents } from '../../src/ports/store/documents.ts'
import { startPglite } from '../../test/support/postgres-pglite.ts'
import { compareRankings } from '../../test/support/rank-parity.ts'
import { type Corpus, loadCorpora } from '../knowledge/data.ts'
import type { BenchStore } from './stores.ts'
import { printTable } from './timing.ts'

const mostDocuments = Number(process.env.TAMIS_BENCH_PARITY_DOCUMENTS ?? 300)
const mostQueries = 100

/** The same corpora and questions on each store: do they find, order and refuse alike? The last, Korean, stays. */
export async function measureParity([sqlite, postgres]: readonly BenchStore[]): Promise<void> {
  const corpora = loadCorpora(['scifact', 'cosqa', 'korean'])
  if (corpora.length === 0) console.log('data not found, see bench/README.md')
  if (!sqlite || !postgres || corpora.length === 0) return
  console.log(
    `\nrank parity with SQLite: first ${mostDocuments} documents, ${mostQueries} questions`,
  )
  const pglite = await startPglite()
  const embedder = staticEmbedder()
  const background = await modelBackground(embedder)
  const rows: string[][] = []
  for (const corpus of corpora) {
    const withExtensions = postgresDocuments(await pglite.open())
    const all = [sqlite.documents, postgres.documents, withExtensions]
    await ingest(all, corpus, embedder)
    const asked = corpus.queries.slice(0, mostQueries).map(({ query }) => query)
    for (const store of all.slice(1))
      for (const mode of ['lexical', 'vector', 'hybrid'] as const) {
        const models = { embedder, background }
        const found = await compareRankings(sqlite.documents, store, models, asked, mode)
        const means = Object.values(await store.means()).join(' + ')
        const shares = [found.overlap, found.sameFirst, found.sameGate].map((n) => n.toFixed(3))
        rows.push([corpus.name, means, mode, ...shares])
      }
  }
  await pglite.close()
  printTable(['corpus', 'by', 'mode', 'overlap@10', 'same first', 'same gate'], rows)
}

async function ingest(
  stores: readonly Documents[],
  { name, documents }: Corpus,
  embedder: Embedder,
): Promise<void> {
  for (const store of stores) await store.clear()
  const deps = { documents: toAll(stores), digest, now: () => 0 }
  const labels = { source: name, trust: 'medium' } as const
  for (const { id, title, text } of documents.slice(0, mostDocuments))
    await ingestTexts(deps, [{ id, title, text }], labels)
  await embedChunks(toAll(stores), embedder)
}

/** Reads from the first store, writes to all of them. */
function toAll(stores: readonly Documents[]): Documents {
  const [first, ...others] = stores
  if (!first) throw new Error('no store')
  return {
    ...first,
    async put(document, chunks) {
      for (const store of stores) await store.put(document, chunks)
    },
    async putVectors(model, vectors) {
      await first.putVectors(model, vectors)
      for (const store of others) await store.putVectors(model, vectors)
    },
  }
}
