import { z } from 'zod'
import type { Say } from '../../core/text/say.ts'
import type { ModelRule } from '../../engine.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'

const list = operation({
  name: 'prices.list',
  summary:
    'What models cost to call, and to read and write their caches, with the day and the source of each',
  effect: 'read',
  tool: { name: 'prices_list', profiles: [] },
  input: z.strictObject({
    models: z
      .array(z.string().min(1).max(200))
      .max(100)
      .default([])
      .describe('Only these, by any name a provider knows them by; all when none is named'),
  }),
  run: async ({ traffic }, { models }) => ({ prices: traffic.rules(models).map(toPrice) }),
  toText: ({ prices }, say) => priceTable(prices, say),
})

export const priceOperations = [list]

type Price = ReturnType<typeof toPrice>

export function toPrice(rule: ModelRule) {
  return {
    models: rule.models,
    vendor: rule.vendor,
    input: rule.input,
    output: rule.output,
    cache_read: rule.cacheRead,
    cache_write: rule.cacheWrite,
    cache_write_hour: rule.cacheWriteHour,
    min_cache_tokens: rule.minCacheTokens,
    cache_s: rule.cacheMs / 1000,
    window_tokens: rule.windowTokens ?? null,
    steps: rule.steps.map(({ aboveTokens, input, output }) => ({
      above_tokens: aboveTokens,
      input,
      output,
    })),
    thinking_binds_history: rule.isThinkingBound,
    certainty: rule.certainty,
    checked: rule.checked ?? null,
    source: rule.source,
  }
}

function priceTable(prices: readonly Price[], say: Say): string {
  const rows = prices.map((price) => [
    shortNames(price.models),
    price.input,
    price.output,
    price.cache_read,
    price.cache_write,
    price.cache_write_hour,
    price.steps.map(({ above_tokens, input }) => `×${input} > ${above_tokens / 1000}k`).join(' '),
    price.certainty,
    price.checked ?? (price.certainty === 'page' ? '' : say('unchecked')),
    URL.parse(price.source)?.host ?? price.source,
  ])
  return toColumns(
    [
      'dollars per million tokens',
      'input',
      'output',
      'cache read',
      'write 5 min',
      'write 1 h',
      'steps',
      'certainty',
      'checked',
      'source',
    ],
    rows,
    say,
  )
}

/** As many names as fit into a column. */
function shortNames(models: readonly string[]): string {
  const all = models.join(', ')
  return all.length <= widestNames ? all : `${all.slice(0, all.lastIndexOf(', ', widestNames))}, …`
}

const widestNames = 48
