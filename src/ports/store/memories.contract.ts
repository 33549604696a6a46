import { expect, test } from 'vitest'
import type { MemoryVectors } from './memories.ts'

const vector = (...values: number[]) => Float32Array.from(values)

/** Every adapter of `MemoryVectors` must pass these. */
export function memoryVectorsContract(open: () => Promise<MemoryVectors>): void {
  test('finds the vectors that were kept, and only those', async () => {
    const vectors = await open()
    await vectors.keep('m', new Map([['a', vector(1, 0.5)]]))
    const found = await vectors.find('m', ['a', 'b'])
    expect([...found]).toEqual([['a', vector(1, 0.5)]])
  })

  test('never answers with the vector of another model', async () => {
    const vectors = await open()
    await vectors.keep('m', new Map([['a', vector(1)]]))
    expect((await vectors.find('n', ['a'])).size).toBe(0)
  })

  test('finds thousands at once', async () => {
    const vectors = await open()
    const digests = Array.from({ length: 2500 }, (_, at) => `d${at}`)
    await vectors.keep('m', new Map(digests.map((digest, at) => [digest, vector(at)])))
    const found = await vectors.find('m', digests)
    expect(found.get('d2499')).toEqual(vector(2499))
    expect(found.size).toBe(2500)
  })

  test('retains only what is named, under one model', async () => {
    const vectors = await open()
    await vectors.keep('old', new Map([['a', vector(9)]]))
    await vectors.keep(
      'm',
      new Map([
        ['a', vector(1)],
        ['b', vector(2)],
      ]),
    )
    await vectors.retainOnly('m', ['b', 'c'])
    expect(await vectors.count()).toBe(1)
    expect([...(await vectors.find('m', ['a', 'b'])).keys()]).toEqual(['b'])
  })
}
