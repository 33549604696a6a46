import { describe, expect, test } from 'vitest'
import type { Documents } from './documents.ts'
import { matchingContract } from './documents-matching.contract.ts'
import { nearnessContract } from './documents-nearness.contract.ts'
import { chunk, match, record } from './documents-stage.contract.ts'

/** Every adapter of `Documents` must pass these. */
export function documentsContract(name: string, open: () => Promise<Documents>): void {
  describe(name, () => {
    keepingContract(open)
    matchingContract(open)
    nearnessContract(open)
  })
}

/** What is put comes back, moves and goes as a whole. */
function keepingContract(open: () => Promise<Documents>): void {
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

  test('pages through documents in the order of ids', async () => {
    const documents = await open()
    for (const id of ['c', 'a', 'b']) await documents.put(record(id), [])
    expect((await documents.list({}, { limit: 2 })).map(({ id }) => id)).toEqual(['a', 'b'])
    expect((await documents.list({}, { after: 'b', limit: 2 })).map(({ id }) => id)).toEqual(['c'])
  })

  test('finds documents by title and by path', async () => {
    const documents = await open()
    await documents.put(record('a', { titleKey: 'big stone gap' }), [chunk('a', 0, 'one')])
    await documents.put(record('b', { titleKey: '' }), [chunk('b', 0, 'two')])
    const [found] = await documents.titled(['big stone gap', 'big stone', ''], {})
    expect(found).toMatchObject({ documentId: 'a', titleKey: 'big stone gap', path: 'a.md' })
    expect((await documents.load([found?.firstChunk ?? 0]))[0]).toMatchObject({ id: 'chk_a_0' })
    expect(await documents.titled(['big stone gap'], { sources: ['web'] })).toEqual([])
    expect(await documents.atPaths('notes', ['b.md', 'c.md'])).toMatchObject([{ documentId: 'b' }])
  })

  test('moves a document without touching its chunks', async () => {
    const documents = await open()
    await documents.put(record('old'), [chunk('old', 0, 'apple')])
    const [before] = await documents.match(match(['apple']))
    await documents.update('old', { newId: 'new', path: 'new.md', modifiedAt: 7 })
    await documents.update('new', { source: 'book' })
    expect(await documents.find('old')).toBeUndefined()
    expect(await documents.find('new')).toMatchObject({
      source: 'book',
      path: 'new.md',
      modifiedAt: 7,
    })
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
}
