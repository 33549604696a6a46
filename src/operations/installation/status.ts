import { z } from 'zod'
import { counted } from '../../phrase.ts'
import { operation } from '../operation.ts'

const nothing = z.strictObject({})

const health = operation({
  name: 'health',
  summary: 'Report that the server is healthy, and what it can do',
  effect: 'read',
  tool: { name: 'health', profiles: [] },
  input: nothing,
  run: async (engine) => engine.health(),
})

const store = operation({
  name: 'store.usage',
  summary: 'Show how much the store holds',
  effect: 'read',
  tool: { name: 'store_usage', profiles: [] },
  input: nothing,
  run: async (engine) => engine.usage(),
})

const purge = operation({
  name: 'store.purge',
  summary: 'Remove every kept original, every row of the ledger, or both; nothing brings them back',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'store_purge', profiles: [], isDestructive: true },
  command: { name: 'store purge', positional: 'what', examples: ['tamis store purge originals'] },
  input: z.strictObject({
    what: z.enum(['originals', 'ledger', 'all']).describe('What to remove'),
  }),
  run: (engine, { what }) => engine.purge(what),
  toText: ({ originals, ledger_rows }, say) =>
    [
      say(counted(originals, 'Removed {} original', 'Removed {} originals')),
      say(counted(ledger_rows, 'and {} row of the ledger.', 'and {} rows of the ledger.')),
    ].join(' '),
})

const tokens = operation({
  name: 'tokens.count',
  summary: 'Count the tokens of texts, as budgets do',
  effect: 'read',
  tool: { name: 'tokens_count', profiles: [] },
  input: z.strictObject({ texts: z.array(z.string()).min(1).max(100).describe('The texts') }),
  run: async (engine, { texts }) => ({ tokens: await engine.countTokens(texts) }),
})

export const statusOperations = [health, store, purge, tokens]
