import { z } from 'zod'
import type { ModelRule } from '../../engine.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { replayText } from './replay-text.ts'

const usualModel = 'claude-sonnet-5-5'

const replay = operation({
  name: 'replay',
  summary:
    'Show what saved sessions cost, what for, and what each policy would have saved, offline',
  effect: 'read',
  tool: { name: 'replay', profiles: [] },
  input: z.strictObject({
    sessions: z
      .array(z.strictObject({ name: z.string(), text: z.string() }))
      .min(1)
      .describe('Session files of coding agents, or lists of messages as JSON'),
    model: z
      .string()
      .max(200)
      .default(usualModel)
      .describe('Whose prices to use where a session names no model; see prices.list'),
    cache_read: z
      .number()
      .min(0)
      .optional()
      .describe("Price of a cached token, in fresh ones; the model's"),
    cache_write: z
      .number()
      .min(0)
      .optional()
      .describe("Price of caching a token, in fresh ones; the model's"),
    ttl_s: z.number().min(0).optional().describe("A cache is lost after this long; the model's"),
  }),
  run: ({ replay: run, traffic }, { sessions, model, ...prices }, { signal, onProgress }) =>
    run(
      {
        files: sessions,
        otherwise: model,
        ruleOf: (name) => withPrices(traffic.ruleOf(name), prices),
      },
      signal,
      (done, total) =>
        onProgress?.({ done, total, message: phrase`Reading session ${done + 1} of ${total}` }),
    ),
  toText: replayText,
  toNotes: ({ unreadable }) =>
    unreadable.map(({ name, reason }) => phrase`${name} was not read: ${reason}`),
  isFailure: ({ sessions }) => sessions === 0,
})

function withPrices(
  rule: ModelRule,
  prices: {
    readonly cache_read?: number | undefined
    readonly cache_write?: number | undefined
    readonly ttl_s?: number | undefined
  },
): ModelRule {
  const { cache_read: read, cache_write: write, ttl_s: seconds } = prices
  return {
    ...rule,
    ...(read === undefined ? {} : { cacheRead: read * rule.input }),
    ...(write === undefined ? {} : { cacheWrite: write * rule.input }),
    ...(seconds === undefined ? {} : { cacheMs: seconds * 1000 }),
  }
}

export const replayOperations = [replay]
