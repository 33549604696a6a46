import { expect, test } from 'vitest'
import type { Documents } from './documents.ts'
import { chunk, record } from './documents-stage.contract.ts'

/** What is found by vectors, one set for each model. */
export function nearnessContract(open: () => Promise<Documents>): void {
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

  test('gives the vectors that are there', async () => {
    const documents = await open()
    await documents.putVectors('m', [
      { digest: 'a', vector: Float32Array.of(1, 0) },
      { digest: 'b', vector: Float32Array.of(0, 1) },
    ])
    expect(await documents.vectors('m', ['b', 'c'])).toEqual([
      { digest: 'b', vector: Float32Array.of(0, 1) },
    ])
    expect(await documents.vectors('other', ['a'])).toEqual([])
  })

  test('pages through what chunks say, and finds the chunks that say a text', async () => {
    const documents = await open()
    await documents.put(record('a'), [chunk('a', 0, 'same'), chunk('a', 1, 'other')])
    await documents.put(record('b', { source: 'web' }), [chunk('b', 0, 'same')])
    const [first, ...rest] = await documents.digests(0, 10)
    expect(first?.digest).toBe('text-same')
    expect(await documents.digests(first?.key ?? 0, 1)).toEqual(rest.slice(0, 1))
    const all = await documents.saying(['text-same', 'text-gone'], {})
    expect(all).toEqual([first, rest[1]])
    expect(await documents.saying(['text-same'], { sources: ['web'] })).toEqual([rest[1]])
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

  test('keeps the vectors of texts that some chunk still says, and no others', async () => {
    const documents = await open()
    await documents.put(record('a'), [chunk('a', 0, 'one'), chunk('a', 1, 'two')])
    await documents.put(record('b'), [chunk('b', 0, 'two'), chunk('b', 1, 'three')])
    for (const model of ['m', 'n'])
      await documents.putVectors(
        model,
        ['one', 'two', 'three'].map((text) => ({
          digest: `text-${text}`,
          vector: Float32Array.of(1, 0),
        })),
      )
    const count = async () => (await documents.usage()).models.map(({ vectors }) => vectors)
    await documents.put(record('a'), [chunk('a', 0, 'four'), chunk('a', 1, 'five')])
    expect(await count()).toEqual([2, 2])
    await documents.remove(['b'])
    expect(await count()).toEqual([])
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
}
