import { postgresDocuments } from '../../src/adapters/postgres/documents/documents.ts'
import { openDatabase } from '../../src/adapters/postgres/open.ts'
import { staticEmbedder } from '../../src/adapters/static-embedder/embedder.ts'
import { modelBackground } from '../../src/core/text/model-background.ts'
import type { MatchQuery, ScoredKey } from '../../src/ports/store/document-words.ts'
import type { Documents } from '../../src/ports/store/documents.ts'
import type { PostgresServer } from '../../test/support/postgres-server.ts'
import { compareRankings, type RankParity } from '../../test/support/rank-parity.ts'
import { loadCorpora } from '../knowledge/data.ts'
import type { BenchStore } from './stores.ts'
import { printTable } from './timing.ts'

const mostQueries = 100
/** Low, so that pg_trgm is not held back by it. */
const threshold = 0.2

type Ask = (query: MatchQuery, text: string) => Promise<readonly ScoredKey[]>

/**
 * Parts of words by our tsvector of grams, and by pg_trgm: by its similarity, or as a finder of
 * candidates. Both stores hold the Korean documents that rank parity left in them.
 */
export async function measureTrigrams(
  sqlite: BenchStore | undefined,
  { url }: PostgresServer,
): Promise<void> {
  const [korean] = loadCorpora(['korean'])
  if (!sqlite || !korean) return
  const database = openDatabase({ url, schema: 'tamis', connections: 1, timeoutMs: 60_000 })
  const documents = postgresDocuments(database)
  const embedder = staticEmbedder()
  const models = { embedder, background: await modelBackground(embedder) }
  await database.run(
    'create index bench_trigrams on knowledge_chunks using gin (text public.gin_trgm_ops)',
  )
  await database.run('analyze')
  await database.run(`set pg_trgm.word_similarity_threshold = ${threshold}`)
  const timesMs = new Map<string, number>()
  const timedRun = async (name: string, sql: string, values: unknown[]) => {
    const started = performance.now()
    const rows = await database.run(sql, values)
    timesMs.set(name, (timesMs.get(name) ?? 0) + performance.now() - started)
    return rows
  }
  /** What holds one of the grams, as pg_trgm finds it; scored as ever. */
  const candidates =
    (name: string, least: number): Ask =>
    async (query) => {
      const grams = query.any.filter((gram) => [...gram].length >= least)
      const rows = await timedRun(
        name,
        'select key from knowledge_chunks where text like any ($1::text[])',
        [grams.map((gram) => `%${gram}%`)],
      )
      const found = new Set(rows.map(({ key }) => Number(key)))
      return (await documents.match(query)).filter(({ key }) => found.has(key))
    }
  const ways: Readonly<Record<string, Ask>> = {
    'tsvector of grams': async (query) => {
      await timedRun(
        'tsvector of grams',
        'select key from knowledge_words where grams @@ $1::tsquery',
        [query.any.map((gram) => `'${gram}'`).join(' | ')],
      )
      return documents.match(query)
    },
    'pg_trgm similarity': async ({ limit }, text) =>
      (
        await timedRun(
          'pg_trgm similarity',
          `select key, public.word_similarity($1, text) as score from knowledge_chunks
           where $1 operator(public.<%) text order by score desc, key limit $2`,
          [text, limit],
        )
      ).map(({ key, score }) => ({ key: Number(key), score: Number(score) })),
    'pg_trgm candidates': candidates('pg_trgm candidates', 1),
    // An index of triples cannot look up a pair.
    'the same by triples': candidates('the same by triples', 3),
  }
  const asked = korean.queries.slice(0, mostQueries).map(({ query }) => query)
  const rows: string[][] = []
  for (const [name, ask] of Object.entries(ways)) {
    const parities: RankParity[] = []
    for (const text of asked) {
      const other: Documents = {
        ...documents,
        match: (query) => (query.index === 'grams' ? ask(query, text) : documents.match(query)),
      }
      parities.push(await compareRankings(sqlite.documents, other, models, [text], 'lexical'))
    }
    const mean = (part: keyof RankParity): string =>
      (parities.reduce((sum, parity) => sum + parity[part], 0) / parities.length).toFixed(3)
    const ratio = (timesMs.get(name) ?? 0) / (timesMs.get('tsvector of grams') ?? 1)
    rows.push([name, mean('overlap'), mean('sameFirst'), mean('sameGate'), ratio.toFixed(2)])
  }
  const [size] = await database.run(
    `select pg_relation_size('knowledge_words_by_gram') as grams, pg_relation_size('bench_trigrams') as trigrams`,
  )
  console.log(
    `\nparts of words in ${await documentCount(documents)} Korean documents, ${asked.length} questions; index of grams ${mebibytes(size?.grams)} MiB, of pg_trgm ${mebibytes(size?.trigrams)} MiB`,
  )
  printTable(['by', 'overlap@10', 'same first', 'same gate', 'time of tsvector'], rows)
  await database.close()
}

function mebibytes(bytes: unknown): string {
  return (Number(bytes) / 1024 ** 2).toFixed(1)
}

async function documentCount(documents: Documents): Promise<number> {
  return (await documents.usage()).documents
}
