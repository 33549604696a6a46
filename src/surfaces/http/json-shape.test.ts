import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intricacyOf } from './json-shape.ts'

const limits = { depth: 5, values: 20, keys: 8 }
const judge = (json: string): string | undefined => intricacyOf(Buffer.from(json), limits)

test.each([
  ['[[[[[1]]]]]', undefined],
  ['[[[[[[1]]]]]]', 'is nested deeper than 5 levels'],
  ['{"a":{"b":{"c":{"d":{"e":{}}}}}}', 'is nested deeper than 5 levels'],
  [`[${'1,'.repeat(19)}1]`, undefined],
  [`[${'1,'.repeat(20)}1]`, 'has more than 20 values'],
  [`{${'"a":1,'.repeat(7)}"a":1}`, undefined],
  [`{${'"a":1,'.repeat(8)}"a":1}`, 'has an object of more than 8 keys'],
  [`[${'{"a":1,"b":2},'.repeat(5)}{}]`, undefined],
  // What lies in strings is no structure, wherever their quotes are.
  [JSON.stringify('['.repeat(99)), undefined],
  [JSON.stringify([`${'"'.repeat(9)}\\${'{,'.repeat(50)}`]), undefined],
  ['"unclosed [[[[[[[', undefined],
  [']]]]]][[[[[[', 'is nested deeper than 5 levels'],
  ['', undefined],
])('%s: %s', (json, reason) => expect(judge(json)).toBe(reason))

test('counts depth as a walk over the parsed value does', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null
      ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
      : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const isDeep = depthOf(value) > 5
      const json = Buffer.from(JSON.stringify(value, null, 1))
      const reason = intricacyOf(json, { ...limits, values: 1e6, keys: 1e6 })
      expect(reason).toBe(isDeep ? 'is nested deeper than 5 levels' : undefined)
    }),
  )
})
