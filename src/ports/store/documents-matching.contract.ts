import { expect, test } from 'vitest'
import type { Documents } from './documents.ts'
import { chunk, filler, idsOf, match, record } from './documents-stage.contract.ts'

/** What is found by words, and inside which filter. */
export function matchingContract(open: () => Promise<Documents>): void {
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
    { filter: { roots: ['/srv/site'] }, found: ['b'] },
    { filter: { trust: ['high' as const] }, found: ['b'] },
    { filter: { languages: ['fr'] }, found: ['b'] },
    { filter: { kinds: ['code' as const] }, found: ['b'] },
    { filter: { pathGlob: 'src/*.ts' }, found: ['b'] },
    { filter: { pathGlob: 'src/**/x?.ts' }, found: ['b'] },
    { filter: { anyPath: ['test/*', '*.ts'] }, found: ['b'] },
    { filter: { anyPath: [] }, found: [] },
    { filter: { noPath: ['test/*', '*.ts'] }, found: ['a'] },
    { filter: { noPath: [] }, found: ['a', 'b'] },
    { filter: { pathGlob: 'web/src/*' }, found: ['b'] },
    { filter: { pathGlob: 'site/src/deep/x1.ts' }, found: ['b'] },
    { filter: { pathGlob: '/srv/site/src/*' }, found: ['b'] },
    { filter: { pathGlob: 'home/*' }, found: [] },
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
      root: '/srv/site',
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
}
