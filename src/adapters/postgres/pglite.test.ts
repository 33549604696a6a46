import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { madeParity } from '../../../test/support/made-parity.ts'
import { type PgliteServer, startPglite } from '../../../test/support/postgres-pglite.ts'
import { catalogContract } from '../../ports/store/catalog.contract.ts'
import { documentsContract } from '../../ports/store/documents.contract.ts'
import { documentsRefusals } from '../../ports/store/documents-refusals.contract.ts'
import { ledgerContract } from '../../ports/store/ledger.contract.ts'
import { memoryVectorsContract } from '../../ports/store/memories.contract.ts'
import { originalsContract } from '../../ports/store/originals.contract.ts'
import { tokensContract } from '../../ports/store/tokens.contract.ts'
import { digest } from '../node/digest.ts'
import { openDocuments } from '../sqlite/documents/open-documents.ts'
import { postgresCatalog } from './catalog.ts'
import type { Database } from './database.ts'
import { postgresDocuments } from './documents/documents.ts'
import { postgresLedger } from './ledger.ts'
import { postgresMemoryVectors } from './memories.ts'
import { postgresOriginals } from './originals.ts'
import { postgresTokens } from './tokens.ts'

/** The same suites with every extension: vectors by pgvector, words by pg_textsearch. */
describe('postgres with extensions', () => {
  let server: PgliteServer | undefined
  beforeAll(async () => {
    server = await startPglite()
  }, 120_000)
  afterAll(() => server?.close())
  const open = async (): Promise<Database> => {
    if (!server) throw new Error('the server is started before the tests')
    return server.open()
  }

  describe('originals', () =>
    originalsContract(async () => postgresOriginals(await open(), digest)))
  describe('ledger', () => ledgerContract(async () => postgresLedger(await open())))
  describe('catalog', () => catalogContract(async () => postgresCatalog(await open())))
  describe('tokens', () => tokensContract(async () => postgresTokens(await open())))
  describe('vectors of memory', () =>
    memoryVectorsContract(async () => postgresMemoryVectors(await open())))
  const documents = async () => postgresDocuments(await open())
  documentsContract('documents', documents)
  documentsRefusals(documents, { whole: "a & (b <-> c) & !'d'", broken: ['&', "'open", 'a b'] })

  test('says by what it searches', async () => {
    expect(await (await documents()).means()).toEqual({ lexical: 'bm25', vector: 'hnsw' })
  })

  test('gives vectors that were there before pgvector their place in the graph', async () => {
    const database = await open()
    const documents = postgresDocuments(database)
    await documents.putVectors('m', [{ digest: 'd', vector: Float32Array.of(1, 0) }])
    await database.run('update knowledge_vectors set embedding = null')
    await postgresDocuments(database).putVectors('m', [
      { digest: 'e', vector: Float32Array.of(0, 1) },
    ])
    const rows = await database.run('select 1 from knowledge_vectors where embedding is null')
    expect(rows).toEqual([])
  })

  test('finds nearly all that SQLite does by its indexes, and refuses the same', async () => {
    const database = await open()
    const [sqlite, postgres] = [openDocuments(':memory:'), postgresDocuments(database)]
    // So few vectors would otherwise be sorted rather than looked up.
    await database.run('set enable_sort = off')
    for (const { mode, parity } of await madeParity(sqlite, postgres, 300)) {
      expect(parity.overlap, mode).toBeGreaterThan(0.95)
      expect(parity.sameGate, mode).toBe(1)
    }
    await database.run('reset enable_sort')
    // Postgres counts the uses of an index a moment later.
    const used = async (): Promise<string> => {
      await database.run('select pg_stat_force_next_flush()')
      return JSON.stringify(
        await database.run(
          `select indexrelname as name from pg_stat_user_indexes
           where schemaname = current_schema() and idx_scan > 0`,
        ),
      )
    }
    await expect.poll(used, { timeout: 10_000 }).toContain('knowledge_words_ranked')
    await expect.poll(used, { timeout: 10_000 }).toContain('knowledge_hnsw_')
  }, 60_000)
})
