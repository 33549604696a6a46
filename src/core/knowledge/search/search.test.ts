import { beforeAll, describe, expect, test } from 'vitest'
import { inMemoryDocuments } from '../../../adapters/in-memory/documents.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { openDocuments } from '../../../adapters/sqlite/documents/open-documents.ts'
import { staticEmbedder } from '../../../adapters/static-embedder/embedder.ts'
import { EngineError } from '../../../errors.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Documents } from '../../../ports/store/documents.ts'
import { modelBackground } from '../../text/model-background.ts'
import { embedChunks } from '../ingest/embed-chunks.ts'
import { ingestTexts, type TextDocument } from '../ingest/ingest-text.ts'
import { type SearchDeps, type SearchRequest, search } from './search.ts'

const embedder = staticEmbedder()
const texts: readonly TextDocument[] = [
  {
    id: 'gap',
    title: 'Big Stone Gap (film)',
    text: 'Big Stone Gap is a romantic comedy directed by Adriana Trigiani.',
  },
  {
    id: 'adriana',
    title: 'Adriana Trigiani',
    text: 'She is a best-selling writer who lives in Greenwich Village.',
  },
  {
    id: 'geology',
    title: 'Granite',
    text: 'A big stone may have a gap where frost has split the rock.',
  },
  {
    id: 'pool',
    title: 'Connection pools',
    text: 'The connection pool closes idle connections after thirty seconds.',
  },
  {
    id: 'swim',
    title: 'Swimming',
    text: 'A pool of thirty metres; every connection between lanes is marked.',
  },
  {
    id: 'fr',
    title: 'Élevage',
    text: 'Les éleveurs nourrissaient leurs chevaux avec du foin coupé en été.',
  },
  {
    id: 'ko',
    title: '은행',
    text: '시중은행은 금융위원회의 인가를 받아야 합니다. 지방은행의 자본금은 250억원입니다.',
  },
  {
    id: 'code',
    text: 'export function parseHttpHeader(line) {\n  return line.split(":")\n}',
    kind: 'code',
    language: 'javascript',
  },
]

const stores = [
  { name: 'in memory', open: (): Documents => inMemoryDocuments() },
  { name: 'on SQLite', open: (): Documents => openDocuments(':memory:') },
]

describe.each(stores)('search $name', ({ open }) => {
  let deps: SearchDeps
  beforeAll(async () => {
    const documents = open()
    await ingestTexts({ documents, digest, now: () => 1000 }, texts, { source: 's', trust: 'low' })
    await embedChunks(documents, embedder)
    const background = modelBackground(embedder)
    deps = {
      documents,
      embedder,
      now: () => 5000,
      staleAfterMs: 3000,
      background: () => background,
    }
  })
  const find = (query: string, changes: Partial<SearchRequest> = {}) =>
    search(deps, { query, mode: 'lexical', limit: 5, ...changes })
  const ids = async (query: string, changes: Partial<SearchRequest> = {}) =>
    (await find(query, changes)).hits.map(({ doc_id }) => doc_id)

  test('finds a chunk when only some words of a question occur', async () => {
    expect((await ids('after how many seconds does the pool close a connection'))[0]).toBe('pool')
  })

  test('prefers words that stand together', async () => {
    expect((await ids('connection pool'))[0]).toBe('pool')
  })

  test('follows a name to the document that says what the first leaves unsaid', async () => {
    const query = 'In which village does who directed the romantic comedy live?'
    const without = await find(query, { followMentions: false })
    const { hits } = await find(query)
    expect(hits.map(({ doc_id }) => doc_id).slice(0, 2)).toEqual(['gap', 'adriana'])
    expect(hits[1]?.retrieval.hop_bonus).toBeGreaterThan(0)
    expect(hits[1]?.score).toBeLessThan(hits[0]?.score ?? 0)
    expect(without.hits.every(({ retrieval }) => retrieval.hop_bonus === null)).toBe(true)
  })

  test('follows nothing from a passage that says all that was asked', async () => {
    expect(await ids('Who directed the romantic comedy?')).toEqual(['gap'])
  })

  test('one passage rises for a title that several documents bear, and no question names it', async () => {
    const documents = open()
    const saga = (id: string, text: string) => ({ id, title: 'Norse Saga', text })
    const added = [
      { id: 'museum', title: 'Museum', text: 'The old manuscript holds the Norse Saga.' },
      saga('one', 'A ship sails west.'),
      saga('two', 'A poet from Iceland wrote it.'),
      saga('three', 'The king dies.'),
    ]
    await ingestTexts({ documents, digest, now: () => 1 }, added, { source: 's', trust: 'low' })
    const request = { mode: 'lexical', limit: 5 } as const
    const bare = { ...deps, documents }
    const hop = await search(bare, { ...request, query: 'which poet wrote the old manuscript' })
    expect(hop.hits.filter(({ retrieval }) => retrieval.hop_bonus !== null)).toMatchObject([
      { doc_id: 'two' },
    ])
    const named = await search(bare, { ...request, query: 'who dies in the Norse Saga' })
    expect(named.hits.every(({ explain }) => explain.named === undefined)).toBe(true)
  })

  test.each([
    ['éleveur de cheval', 'fr'],
    ['eleveurs', 'fr'],
    ['지방은행 자본금', 'ko'],
    ['인가', 'ko'],
    ['parse header', 'code'],
    ['parseHttpHeader', 'code'],
    ['ttpHead', 'code'],
  ])('finds %s across accents, endings, scripts and identifiers', async (query, id) => {
    expect((await ids(query))[0]).toBe(id)
  })

  test('requires a phrase, a plus, and leaves out a minus', async () => {
    expect(await ids('"big stone gap"', { followMentions: false })).toEqual(['gap'])
    expect(await ids('pool +idle')).toEqual(['pool'])
    expect(await ids('connection pool -idle')).not.toContain('pool')
  })

  test('says how much of the question the best chunk speaks of', async () => {
    const own = await find('the connection pool closes idle connections')
    const foreign = await find('which enzyme does the liver of a stone marten produce')
    expect(own.evidence).toBeGreaterThan(0.8)
    expect(foreign.evidence).toBeLessThan(0.3)
  })

  test('searches by vectors, and by both', async () => {
    const near = await find('author of novels', { mode: 'vector' })
    expect(near).toMatchObject({ legs: ['vector'], missing: [] })
    expect(near.hits[0]).toMatchObject({ doc_id: 'adriana', score_kind: 'cosine' })
    const both = await find('connection pool', { mode: 'hybrid' })
    expect(both).toMatchObject({ legs: ['lexical', 'vector'] })
    expect(both.hits[0]).toMatchObject({ doc_id: 'pool', score_kind: 'fused' })
    const ranks = await find('connection pool', { mode: 'hybrid', fusion: 'rrf' })
    expect(ranks.hits[0]).toMatchObject({ score_kind: 'rrf' })
  })

  test('lifts a document whose title the question says, and says so', async () => {
    const { hits, evidence } = await find('When was Adriana Trigiani born?')
    expect(hits[0]).toMatchObject({ doc_id: 'adriana', explain: { named: expect.any(Number) } })
    expect(evidence).toBeGreaterThan((await find('When was adriana trigiani born?')).evidence)
    expect((await find('a writer of best-selling books')).hits[0]?.explain.named).toBeUndefined()
  })

  test('says what is missing instead of finding less in silence', async () => {
    const bare = { ...deps, embedder: undefined }
    const both = await search(bare, { query: 'connection pool', mode: 'hybrid', limit: 3 })
    expect(both).toMatchObject({ legs: ['lexical'], missing: ['embedder'] })
    expect(both.hits[0]?.score_kind).toBe('bm25')
    const near = await search(bare, { query: 'connection pool', mode: 'vector', limit: 3 })
    expect(near).toMatchObject({ hits: [], legs: [], missing: ['embedder'] })
  })

  describe('while the model of the vectors is away', () => {
    const away = new EngineError('model_unreachable', 'No answer.', { hint: 'Is it running?' })
    const gone: Embedder = { ...embedder, embed: () => Promise.reject(away) }
    const query = 'the connection pool closes idle connections'
    const missed = () => {
      const said: EngineError[] = []
      return { said, onModelAway: (error: EngineError) => void said.push(error) }
    }

    test('hybrid answers with words alone, says which leg ran, and tells', async () => {
      const { said, onModelAway } = missed()
      const request = { query, mode: 'hybrid', limit: 3 } as const
      const found = await search({ ...deps, embedder: gone, onModelAway }, request)
      expect(found).toMatchObject({ legs: ['lexical'], missing: ['embedder'] })
      expect(found.hits[0]).toMatchObject({
        doc_id: 'pool',
        score_kind: 'bm25',
        retrieval: { method: 'lexical', vector_score: null },
      })
      expect(found.evidence).toBe((await find(query)).evidence)
      expect(said).toEqual([away])
    })

    test('so it does when only the measure of its cosines is lost', async () => {
      const { said, onModelAway } = missed()
      const background = () => Promise.reject(away)
      const request = { query, mode: 'hybrid', limit: 3 } as const
      const found = await search({ ...deps, background, onModelAway }, request)
      expect(found).toMatchObject({ legs: ['lexical'], missing: ['embedder'] })
      expect(said).toEqual([away])
    })

    test.each(['vector', 'hybrid'] as const)(
      '%s is an error to who hears no warning',
      async (mode) => {
        const asked = search({ ...deps, embedder: gone }, { query, mode, limit: 3 })
        await expect(asked).rejects.toBe(away)
      },
    )

    test('vector alone is an error, also to who hears warnings', async () => {
      const { said, onModelAway } = missed()
      const request = { query, mode: 'vector', limit: 3 } as const
      const asked = search({ ...deps, embedder: gone, onModelAway }, request)
      await expect(asked).rejects.toBe(away)
      expect(said).toEqual([])
    })

    test('vectors of the wrong length stay an error', async () => {
      const wrong = new EngineError('dimension_mismatch', 'Too short.')
      const short: Embedder = { ...embedder, embed: () => Promise.reject(wrong) }
      const { onModelAway } = missed()
      const request = { query, mode: 'hybrid', limit: 3 } as const
      const asked = search({ ...deps, embedder: short, onModelAway }, request)
      await expect(asked).rejects.toBe(wrong)
    })
  })

  test('gives each hit its place, its age and its source', async () => {
    const { hits } = await find('granite')
    expect(hits[0]).toMatchObject({
      schema_version: 'search_hit.v1',
      rank: 1,
      doc_id: 'geology',
      citation: { path: 'geology', start_line: 1, end_line: 1 },
      indexed_at: '1970-01-01T00:00:01.000Z',
      stale: true,
      source: 's',
      trust: 'low',
    })
  })

  test('pages without gaps or repetitions', async () => {
    const whole = await ids('connection pool stone writer', { limit: 5 })
    const first = await find('connection pool stone writer', { limit: 2 })
    const second = await find('connection pool stone writer', {
      limit: 2,
      offset: first.nextOffset ?? 0,
    })
    const paged = [...first.hits, ...second.hits].map(({ doc_id }) => doc_id)
    expect(paged).toEqual(whole.slice(0, 4))
  })

  test('answers the empty question with nothing', async () => {
    expect(await find('?!')).toMatchObject({ hits: [], evidence: 0 })
  })
})
