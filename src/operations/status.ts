import { z } from 'zod'
import { operation } from './operation.ts'

const nothing = z.strictObject({})

const health = operation({
  name: 'health',
  summary: 'Say that the server is well, and what it can do',
  effect: 'read',
  tool: { name: 'health', profiles: [] },
  input: nothing,
  run: async (engine) => engine.health(),
})

const store = operation({
  name: 'store.usage',
  summary: 'Say how much the store holds',
  effect: 'read',
  tool: { name: 'store_usage', profiles: [] },
  input: nothing,
  run: async (engine) => engine.usage(),
})

export const statusOperations = [health, store]
