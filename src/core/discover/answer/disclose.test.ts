import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokenizer } from '../../../../test/support/discovery-stage.ts'
import { signaturesOf } from '../catalog/signature.ts'
import { budgets, disclose } from './disclose.ts'
import type { DiscoverResult, FoundResult } from './results.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 3000 }),
  fc.lorem({ maxCount: 200 }),
)
const names = fc.array(fc.string({ maxLength: 200 }), { maxLength: 60 })

test.each(['minimal', 'summary', 'full', 'code'] as const)(
  'a %s result costs no more than its budget, whatever the upstream wrote',
  async (verbosity) => {
    const property = fc.asyncProperty(anyText, names, names, async (intent, required, optional) => {
      const inputSchema = {
        properties: Object.fromEntries([...required, ...optional].map((name) => [name, {}])),
        required,
      }
      const result: FoundResult = {
        id: `tool:${'s'.repeat(20)}:${'n'.repeat(40)}`,
        type: 'tool',
        intent,
        score: 0.42,
        because: 'because 14 similar intents used it',
        summary: {
          toolSchema: { requiredParams: required, optionalParams: optional, returnType: intent },
        },
        details: { description: intent, fullSchema: { properties: { [intent]: required } } },
        ...(verbosity === 'code'
          ? { signatures: signaturesOf({ server: 's', name: 'n', inputSchema }) }
          : {}),
      }
      const [shown] = await disclose(tokenizer, [result], verbosity)
      const [tokens = 0] = await tokenizer.count([JSON.stringify(shown)])
      expect(tokens).toBeLessThanOrEqual(budgets[verbosity])
      expect(shown).toMatchObject({ id: result.id, type: 'tool', score: 0.42 })
    })
    await fc.assert(property, { numRuns: 40 })
  },
)

test('full says what it had to leave out and where it is', async () => {
  const schema = {
    properties: Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`p${n}`, {}])),
  }
  const result: DiscoverResult = {
    id: 'tool:a:b',
    type: 'tool',
    intent: 'x',
    score: 1,
    details: { fullSchema: schema },
  }
  const [shown] = await disclose(tokenizer, [result], 'full')
  expect(shown?.details?.missing?.[0]).toContain('fullSchema')
  expect(shown?.details?.missing?.[0]).toContain('pml_get_details {"id":"tool:a:b"}')
})
