import { describe, expect, test } from 'vitest'
import type { VectorStore } from './vector-store.ts'

const one = Float32Array.of(1, 0)
const between = Float32Array.of(0.6, 0.8)
const other = Float32Array.of(0, 1)

/** Every vector store must pass these, over one that is empty when opened. */
export function vectorStoreContract(name: string, open: () => VectorStore): void {
  describe(name, () => {
    test('ranks the texts of a model by cosine', async () => {
      const store = open()
      await store.put('m', [
        { digest: 'other', vector: other },
        { digest: 'one', vector: one },
        { digest: 'between', vector: between },
      ])
      await store.put('n', [{ digest: 'one', vector: Float32Array.of(1, 0, 0) }])
      const near = await store.nearest('m', one, 2)
      expect(near.map(({ digest }) => digest)).toEqual(['one', 'between'])
      expect(near.map(({ score }) => score.toFixed(3))).toEqual(['1.000', '0.600'])
      expect(await store.nearest('m', one, 9)).toHaveLength(3)
      expect(await store.nearest('nobody', one, 9)).toEqual([])
      await store.close()
    })

    test('ranks a vector of zeros with the unrelated', async () => {
      const store = open()
      await store.put('m', [
        { digest: 'zeros', vector: Float32Array.of(0, 0) },
        { digest: 'one', vector: one },
      ])
      expect(await store.nearest('m', one, 2)).toMatchObject([
        { digest: 'one' },
        { digest: 'zeros', score: 0 },
      ])
      await store.close()
    })

    test('puts one vector in place of another, and gives back what is there', async () => {
      const store = open()
      await store.put('m', [{ digest: 'a', vector: one }])
      await store.put('m', [
        { digest: 'a', vector: other },
        { digest: 'b', vector: between },
      ])
      expect(await store.load('m', ['c', 'b', 'a'])).toEqual([
        { digest: 'a', vector: other },
        { digest: 'b', vector: between },
      ])
      expect(await store.known('m', ['c', 'b'])).toEqual(new Set(['b']))
      expect(await store.known('n', ['b'])).toEqual(new Set())
      await store.close()
    })

    test('forgets texts of every model, and whole models', async () => {
      const store = open()
      for (const model of ['n', 'm'])
        await store.put(model, [
          { digest: 'a', vector: one },
          { digest: 'b', vector: other },
        ])
      await store.forget(['a', 'gone'])
      expect(await store.models()).toEqual([
        { model: 'm', dimensions: 2, vectors: 1 },
        { model: 'n', dimensions: 2, vectors: 1 },
      ])
      await store.drop('m')
      expect(await store.models()).toEqual([{ model: 'n', dimensions: 2, vectors: 1 }])
      await store.close()
    })

    test('counts every change', async () => {
      const store = open()
      const seen = [await store.revision()]
      await store.put('m', [{ digest: 'a', vector: one }])
      seen.push(await store.revision())
      await store.forget(['a'])
      seen.push(await store.revision())
      await store.drop('m')
      seen.push(await store.revision())
      expect([...new Set(seen)].sort((a, b) => a - b)).toEqual(seen)
      await store.close()
    })

    test('refuses to compare vectors of another length', async () => {
      const store = open()
      await store.put('m', [{ digest: 'a', vector: one }])
      await expect(store.nearest('m', Float32Array.of(1, 0, 0), 1)).rejects.toMatchObject({
        code: 'vector_dimensions_differ',
      })
      await store.close()
    })
  })
}
