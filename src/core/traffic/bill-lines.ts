import type { ModelRule } from './model-rule.ts'
import { numberAt } from './row-details.ts'

/** One part of what a request cost. */
export interface BillLine {
  readonly part: 'input' | 'cache_read' | 'cache_write' | 'cache_write_1h' | 'output'
  readonly tokens: number
  readonly usd_per_million: number
  readonly usd: number
}

const million = 1_000_000

/** What each part of a request cost, from `details.usage` of its row; parts that were not used are left out. */
export function billLines(rule: ModelRule, usage: unknown): readonly BillLine[] {
  const count = (name: string): number => numberAt(usage, name) ?? 0
  const input = count('input_tokens')
  const read = count('cache_read_tokens')
  const writtenAtAll = count('cache_write_tokens')
  const writtenForAnHour = Math.min(count('cache_write_1h_tokens'), writtenAtAll)
  const step = rule.steps.findLast(({ aboveTokens }) => input > aboveTokens)
  const parts: readonly (readonly [BillLine['part'], number, number])[] = [
    ['input', Math.max(0, input - read - writtenAtAll), rule.input],
    ['cache_read', read, rule.cacheRead],
    ['cache_write', writtenAtAll - writtenForAnHour, rule.cacheWrite],
    ['cache_write_1h', writtenForAnHour, rule.cacheWriteHour],
    ['output', count('output_tokens'), rule.output],
  ]
  return parts
    .filter(([, tokens]) => tokens > 0)
    .map(([part, tokens, price]) => {
      const factor = (part === 'output' ? step?.output : step?.input) ?? 1
      const perMillion = price * factor
      return { part, tokens, usd_per_million: perMillion, usd: (tokens * perMillion) / million }
    })
}
