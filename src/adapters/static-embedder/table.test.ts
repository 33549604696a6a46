import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTable, encodeTable } from './table.ts'

const tables = fc
  .tuple(
    fc.uniqueArray(
      fc.string({ minLength: 1 }).filter((token) => !token.includes('\n')),
      {
        minLength: 1,
      },
    ),
    fc.integer({ min: 1, max: 8 }),
    fc.infiniteStream(fc.integer({ min: -127, max: 127 })),
  )
  .map(([vocabulary, dimensions, numbers]) => ({
    vocabulary,
    dimensions,
    scales: Float32Array.from(vocabulary, () => Number(numbers.next().value) / 16),
    rows: Int8Array.from({ length: vocabulary.length * dimensions }, () => numbers.next().value),
  }))

test('a table comes back from its bytes as it went in', () => {
  fc.assert(
    fc.property(tables, (table) => {
      expect(decodeTable(encodeTable(table))).toEqual(table)
    }),
  )
})

test('a table cut anywhere is no table', () => {
  fc.assert(
    fc.property(tables, fc.nat(), (table, at) => {
      const bytes = encodeTable(table)
      expect(decodeTable(bytes.slice(0, at % bytes.length))).toBeUndefined()
    }),
  )
})
