import { expect, test } from 'vitest'
import type { Documents } from '../../../ports/store/documents.ts'
import { readOnce } from './read-once.ts'

test('a chunk is read once, in the order asked, and one that is gone is looked for once', async () => {
  const asked: number[][] = []
  const wordsOf = async (keys: readonly number[]) => {
    asked.push([...keys])
    return keys
      .filter((key) => key !== 9)
      .map((key) => ({ key, title: `t${key}`, heading: '', body: '' }))
  }
  const documents = readOnce({ wordsOf } as unknown as Documents)
  const keysOf = async (...keys: number[]) => (await documents.wordsOf(keys)).map(({ key }) => key)
  expect(await keysOf(2, 1, 9)).toEqual([2, 1])
  expect(await keysOf(3, 9, 1, 2)).toEqual([3, 1, 2])
  expect(await keysOf()).toEqual([])
  expect(asked).toEqual([[2, 1, 9], [3]])
})
