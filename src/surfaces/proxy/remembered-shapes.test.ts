import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intricacyOf } from '../http/json-shape.ts'
import { rememberedShapes } from './remembered-shapes.ts'

const limits = { depth: 5, values: 40, keys: 8 }
const memory = { minBytes: 0, markEvery: 3, maxBodies: 3, maxBytes: 200 }

const piece = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', '"a":1,', '[1],', '"\\""')

test('judges each body as if it were the only one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.array(piece, { maxLength: 12 })), { maxLength: 12 }),
      (changes) => {
        const judge = rememberedShapes(limits, memory)
        let text = ''
        for (const [kept, added] of changes) {
          text = text.slice(0, kept) + added.join('')
          const body = Buffer.from(text)
          expect(judge(body)).toBe(intricacyOf(body, limits))
        }
      },
    ),
    { numRuns: 500 },
  )
})
