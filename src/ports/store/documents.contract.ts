import { describe, expect, test } from 'vitest'
import type { DocumentRecord, Documents, IndexedChunk, MatchQuery } from './documents.ts'

const record = (id: string, changes: Partial<DocumentRecord> = {}): DocumentRecord => ({
  id,
  source: 'notes',
  trust: 'medium',
  root: '/notes',
  path: `${id}.md`,
  title: `Title of ${id}`,
  titleKey: `title of ${id}`,
  kind: 'markdown',
  language: 'en',
  tags: [],
  digest: `digest-${id}`,
  bytes: 10,
  modifiedAt: 1000,
  indexedAt: 2000,
  ...changes,
})

const chunk = (documentId: string, ordinal: number, body: string, title = ''): IndexedChunk => ({
  id: `chk_${documentId}_${ordinal}`,
  documentId,
  ordinal,
  headingPath: ['Top', `Part ${ordinal}`],
  text: `${body}\n`,
  startLine: ordinal + 1,
  endLine: ordinal + 1,
  digest: `text-${body}`,
  words: { title, heading: '', body },
  grams: body.replaceAll(' ', ''),
})

const match = (any: readonly string[], changes: Partial<MatchQuery> = {}): MatchQuery => ({
  index: 'words',
  any,
  phrases: [],
  none: [],
  filter: {},
  limit: 10,
  ...changes,
})

const filler = async (documents: Documents): Promise<void> => {
  for (let at = 0; at < 8; at++)
    await documents.put(record(`filler${at}`), [chunk(`filler${at}`, 0, `nothing special ${at}`)])
}

/** Every adapter of `Documents` must pass these. */
export function documentsContract(name: string, open: () => Promise<Documents>): void {
  describe(name, () => {
    const idsOf = async (documents: Documents, query: MatchQuery): Promise<readonly string[]> =>
      (await documents.load((await documents.match(query)).map(({ key }) => key))).map(
        ({ documentId }) => documentId,
      )

    test('gives documents and chunks back as they were put', async () => {
      const documents = await open()
      const own = record('a', { tags: ['x', 'y'], kind: 'pdf' })
      const { words: _words, grams: _grams, ...kept } = { ...chunk('a', 0, 'one'), page: 7 }
      await documents.put(own, [{ ...chunk('a', 0, 'one'), page: 7 }, chunk('a', 1, 'two')])
      expect(await documents.find('a')).toEqual(own)
      expect((await documents.chunksOf('a'))[0]).toEqual(kept)
      expect(await documents.findChunk('chk_a_0')).toMatchObject({ ...kept, document: own })
      expect(await documents.find('nope')).toBeUndefined()
      expect(await documents.findChunk('nope')).toBeUndefined()
    })

    test('replaces a document with all its chunks', async () => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'old words'), chunk('a', 1, 'more')])
      const { revision } = await documents.size()
      await documents.put(record('a', { digest: 'new' }), [chunk('a', 0, 'fresh words')])
      expect((await documents.chunksOf('a')).map(({ text }) => text)).toEqual(['fresh words\n'])
      expect(await documents.match(match(['old']))).toEqual([])
      const size = await documents.size()
      expect(size.chunks).toBe(1)
      expect(size.revision).toBeGreaterThan(revision)
    })

    test('finds chunks that hold any of the words, the rarer first', async () => {
      const documents = await open()
      await filler(documents)
      await documents.put(record('both'), [chunk('both', 0, 'apple pear')])
      await documents.put(record('one'), [chunk('one', 0, 'pear plum')])
      const hits = await documents.match(match(['apple', 'pear']))
      expect(await idsOf(documents, match(['apple', 'pear']))).toEqual(['both', 'one'])
      expect(hits.every(({ score }) => score > 0)).toBe(true)
      expect(await documents.frequencies('words', ['pear', 'apple', 'fig'])).toEqual([2, 1, 0])
    })

    test('weighs a title above a body', async () => {
      const documents = await open()
      await filler(documents)
      await documents.put(record('body'), [chunk('body', 0, 'apple is a word here')])
      await documents.put(record('title'), [chunk('title', 0, 'some other words here', 'apple')])
      expect(await idsOf(documents, match(['apple']))).toEqual(['title', 'body'])
    })

    test('requires phrases side by side and leaves out what is excluded', async () => {
      const documents = await open()
      await documents.put(record('near'), [chunk('near', 0, 'red apple pie')])
      await documents.put(record('far'), [chunk('far', 0, 'red pie with apple')])
      const phrase = match(['pie'], { phrases: [['red', 'apple']] })
      expect(await idsOf(documents, phrase)).toEqual(['near'])
      expect(await idsOf(documents, match(['apple'], { none: ['with'] }))).toEqual(['near'])
      expect(await documents.match(match([]))).toEqual([])
    })

    test('takes no term for syntax', async () => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'plain words')])
      for (const term of ['"', 'a OR b', 'NEAR(', 'title:', '*', '^', "'"])
        expect(await documents.match(match([term, 'plain']))).toHaveLength(1)
    })

    test.each([
      { filter: { sources: ['web'] }, found: ['b'] },
      { filter: { roots: ['/web'] }, found: ['b'] },
      { filter: { trust: ['high' as const] }, found: ['b'] },
      { filter: { languages: ['fr'] }, found: ['b'] },
      { filter: { kinds: ['code' as const] }, found: ['b'] },
      { filter: { pathGlob: 'src/*.ts' }, found: ['b'] },
      { filter: { pathGlob: 'src/**/x?.ts' }, found: ['b'] },
      { filter: { tags: ['t1', 't2'] }, found: ['b'] },
      { filter: { modifiedSince: 5000 }, found: ['b'] },
      { filter: { modifiedUntil: 5000 }, found: ['a'] },
      { filter: {}, found: ['a', 'b'] },
      { filter: { sources: [] }, found: [] },
    ])('keeps to the filter $filter in every search', async ({ filter, found }) => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'word a')])
      const other = record('b', {
        source: 'web',
        root: '/web',
        trust: 'high',
        language: 'fr',
        kind: 'code',
        path: 'src/deep/x1.ts',
        tags: ['t1', 't2', 't3'],
        modifiedAt: 9000,
      })
      await documents.put(other, [chunk('b', 0, 'word b')])
      const vector = Float32Array.of(1, 0)
      const vectors = ['a', 'b'].map((id) => ({ digest: `text-word ${id}`, vector }))
      await documents.putVectors('m', vectors)
      const sorted = (ids: readonly string[]): readonly string[] => [...ids].sort()
      expect(sorted(await idsOf(documents, match(['word'], { filter })))).toEqual(found)
      const near = await documents.nearest({ model: 'm', vector, filter, limit: 5 })
      const loaded = await documents.load(near.map(({ key }) => key))
      expect(sorted(loaded.map(({ documentId }) => documentId))).toEqual(found)
      const listed = await documents.list(filter, { limit: 10 })
      expect(listed.map(({ id }) => id)).toEqual(found)
    })

    test('pages through documents in the order of ids', async () => {
      const documents = await open()
      for (const id of ['c', 'a', 'b']) await documents.put(record(id), [])
      expect((await documents.list({}, { limit: 2 })).map(({ id }) => id)).toEqual(['a', 'b'])
      expect((await documents.list({}, { after: 'b', limit: 2 })).map(({ id }) => id)).toEqual([
        'c',
      ])
    })

    test('finds documents by title and by path', async () => {
      const documents = await open()
      await documents.put(record('a', { titleKey: 'big stone gap' }), [chunk('a', 0, 'one')])
      await documents.put(record('b', { titleKey: '' }), [chunk('b', 0, 'two')])
      const [found] = await documents.titled(['big stone gap', 'big stone', ''], {})
      expect(found).toMatchObject({ documentId: 'a', titleKey: 'big stone gap', path: 'a.md' })
      expect((await documents.load([found?.firstChunk ?? 0]))[0]).toMatchObject({ id: 'chk_a_0' })
      expect(await documents.titled(['big stone gap'], { sources: ['web'] })).toEqual([])
      expect(await documents.atPaths('notes', ['b.md', 'c.md'])).toMatchObject([
        { documentId: 'b' },
      ])
    })

    test('moves a document without touching its chunks', async () => {
      const documents = await open()
      await documents.put(record('old'), [chunk('old', 0, 'apple')])
      const [before] = await documents.match(match(['apple']))
      await documents.update('old', { newId: 'new', path: 'new.md', modifiedAt: 7 })
      expect(await documents.find('old')).toBeUndefined()
      expect(await documents.find('new')).toMatchObject({ path: 'new.md', modifiedAt: 7 })
      expect((await documents.match(match(['apple'])))[0]?.key).toBe(before?.key)
    })

    test('removes documents from every index', async () => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'apple')])
      await documents.putVectors('m', [{ digest: 'text-apple', vector: Float32Array.of(1, 0) }])
      const [hit] = await documents.match(match(['apple']))
      expect(await documents.remove(['a', 'nope'])).toBe(1)
      expect(await documents.match(match(['apple']))).toEqual([])
      expect(await documents.match(match(['apple'], { index: 'grams' }))).toEqual([])
      expect(await documents.load([hit?.key ?? 0])).toEqual([])
      expect(await documents.wordsOf([hit?.key ?? 0])).toEqual([])
      const vector = Float32Array.of(1, 0)
      expect(await documents.nearest({ model: 'm', vector, filter: {}, limit: 3 })).toEqual([])
    })

    test('embeds an equal text once per model and ranks by cosine', async () => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'same'), chunk('a', 1, 'other')])
      await documents.put(record('b'), [chunk('b', 0, 'same')])
      const pending = await documents.withoutVector('m', 10)
      expect([...new Set(pending.map(({ digest }) => digest))].sort()).toEqual([
        'text-other',
        'text-same',
      ])
      const rest = await documents.withoutVector('m', 10, pending[0]?.key)
      expect(rest).toEqual(pending.slice(1))
      await documents.putVectors('m', [
        { digest: 'text-same', vector: Float32Array.of(1, 0) },
        { digest: 'text-other', vector: Float32Array.of(0.6, 0.8) },
      ])
      expect(await documents.withoutVector('m', 10)).toEqual([])
      expect(await documents.withoutVector('n', 10)).toHaveLength(3)
      const vector = Float32Array.of(1, 0)
      const near = await documents.nearest({ model: 'm', vector, filter: {}, limit: 3 })
      expect(near.map(({ score }) => Number(score.toFixed(3)))).toEqual([1, 1, 0.6])
      const keys = near.map(({ key }) => key)
      const cosines = await documents.cosines('m', vector, [...keys, 999])
      expect(cosines.map((value) => value?.toFixed(1))).toEqual(['1.0', '1.0', '0.6', undefined])
      expect(await documents.nearest({ model: 'n', vector, filter: {}, limit: 3 })).toEqual([])
    })

    test('forgets the vectors of a model', async () => {
      const documents = await open()
      const vector = Float32Array.of(1, 0)
      await documents.put(record('a'), [chunk('a', 0, 'one')])
      await documents.putVectors('m', [{ digest: 'text-one', vector }])
      const query = { model: 'm', vector, filter: {}, limit: 3 }
      expect(await documents.nearest(query)).toHaveLength(1)
      await documents.dropVectors('m')
      expect(await documents.nearest(query)).toEqual([])
      expect(await documents.withoutVector('m', 5)).toHaveLength(1)
    })

    test('sees vectors that are added after a search', async () => {
      const documents = await open()
      const vector = Float32Array.of(1, 0)
      const query = { model: 'm', vector, filter: {}, limit: 3 }
      await documents.put(record('a'), [chunk('a', 0, 'one'), chunk('a', 1, 'two')])
      await documents.putVectors('m', [{ digest: 'text-one', vector }])
      expect(await documents.nearest(query)).toHaveLength(1)
      await documents.putVectors('m', [{ digest: 'text-two', vector }])
      expect(await documents.nearest(query)).toHaveLength(2)
    })

    test('counts what it holds, by source and model', async () => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'one'), chunk('a', 1, 'two')])
      await documents.put(record('w', { source: 'web', trust: 'low' }), [chunk('w', 0, 'three')])
      await documents.putVectors('m', [{ digest: 'text-one', vector: Float32Array.of(1, 0) }])
      expect(await documents.usage('m')).toMatchObject({
        documents: 2,
        chunks: 3,
        characters: 14,
        vectors: 1,
        withoutVector: 2,
        sources: [
          { source: 'notes', documents: 1, chunks: 2, trust: 'medium' },
          { source: 'web', documents: 1, chunks: 1, trust: 'low' },
        ],
        models: [{ model: 'm', dimensions: 2, vectors: 1 }],
      })
    })

    test('forgets one source, or all', async () => {
      const documents = await open()
      await documents.put(record('a'), [chunk('a', 0, 'one')])
      await documents.put(record('w', { source: 'web' }), [chunk('w', 0, 'three')])
      await documents.putVectors('m', [{ digest: 'text-three', vector: Float32Array.of(1, 0) }])
      await documents.clear('web')
      expect(await documents.usage()).toMatchObject({ documents: 1, models: [] })
      await documents.clear()
      expect(await documents.usage()).toMatchObject({ documents: 0, chunks: 0, characters: 0 })
    })
  })
}
