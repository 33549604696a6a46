import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversationStage } from '../../../../test/support/conversation-stage.ts'
import { intricacyOf } from '../../http/json-shape.ts'
import { rememberedShapes } from './remembered-shapes.ts'

const limits = { depth: 5, values: 40, keys: 8 }
const memory = { minBytes: 0, markEvery: 3, maxBodies: 3 }

const piece = fc.constantFrom('[', ']', '{', '}', ',', '"', '\\', '"a":1,', '[1],', '"\\""')

test('judges each body as if it were the only one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(60), fc.array(piece, { maxLength: 12 })), { maxLength: 12 }),
      (changes) => {
        const { space } = conversationStage()
        const places = [space.add(), space.add()]
        const judge = rememberedShapes(space, limits, memory)
        let count = 0
        let text = ''
        for (const [kept, added] of changes) {
          text = text.slice(0, kept) + added.join('')
          const body = Buffer.from(text)
          const shape = judge(body)
          expect(shape.reason).toBe(intricacyOf(body, limits))
          const place = places[count++ % 2]
          if (place) shape.rememberIn(place)
        }
      },
    ),
    { numRuns: 500 },
  )
})
