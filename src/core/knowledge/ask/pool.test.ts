import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KeyedChunk } from '../../../ports/store/document-rows.ts'
import { createPool, type PoolList } from './pool.ts'

const document: KeyedChunk['document'] = {
  id: 'd',
  source: 's',
  trust: 'low',
  root: '',
  path: 'd',
  title: '',
  titleKey: '',
  kind: 'text',
  language: 'en',
  tags: [],
  digest: '',
  bytes: 0,
  modifiedAt: 0,
  indexedAt: 0,
}
const chunk = (key: number): KeyedChunk => ({
  key,
  id: `c${key}`,
  documentId: 'd',
  document,
  ordinal: key,
  headingPath: [],
  text: '',
  startLine: 1,
  endLine: 1,
  digest: '',
})
const list = (share: number, ...keys: readonly number[]): PoolList => ({
  chunks: keys.map(chunk),
  share,
})
const keysOf = (chunks: readonly KeyedChunk[]): readonly number[] => chunks.map(({ key }) => key)

describe('a pool of chunks', () => {
  test('takes turns, best of each list first', () => {
    const pool = createPool(9)
    expect(pool.add([list(1, 1, 2, 3), list(1, 11, 12, 13)])).toBe(6)
    expect(keysOf(pool.chunks)).toEqual([1, 11, 2, 12, 3, 13])
  })

  test('gives a list with a larger share more turns, and every list some', () => {
    const pool = createPool(12)
    pool.add([list(1, 1, 2, 3, 4), list(3, 11, 12, 13, 14, 15, 16)])
    expect(keysOf(pool.chunks)).toEqual([11, 12, 1, 13, 14, 15, 2, 16])
  })

  test('counts a chunk that is there already against nobody', () => {
    const pool = createPool(9)
    pool.add([list(1, 1, 2), list(1, 1, 2, 3, 4)])
    expect(keysOf(pool.chunks)).toEqual([1, 2, 3, 4])
  })

  test('leaves room for later rounds until it is full', () => {
    const pool = createPool(15)
    const many = (start: number) => list(1, ...Array.from({ length: 20 }, (_, at) => start + at))
    expect([pool.add([many(0)]), pool.add([many(100)]), pool.add([many(200)])]).toEqual([10, 4, 1])
    expect(pool.isFull).toBe(true)
    expect(pool.add([many(300)])).toBe(0)
  })

  test('holds each chunk once and never more than its limit', () => {
    const lists = fc.array(
      fc.record({ share: fc.constantFrom(0.5, 1, 3), keys: fc.array(fc.nat({ max: 30 })) }),
    )
    fc.assert(
      fc.property(fc.nat({ max: 15 }), lists, (limit, given) => {
        const pool = createPool(limit)
        pool.add(given.map(({ share, keys }) => list(share, ...keys)))
        const keys = keysOf(pool.chunks)
        expect(new Set(keys).size).toBe(keys.length)
        expect(keys.length).toBeLessThanOrEqual(limit)
      }),
    )
  })
})
