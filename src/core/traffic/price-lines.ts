import type { ModelRule } from './model-rule.ts'

/** A price of the configuration, in place of the table's. */
export interface PriceLine {
  readonly pattern: RegExp
  readonly prices: Pick<
    ModelRule,
    'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cacheWriteHour'
  >
}

/** Lines of `model input output cache_read cache_write cache_write_hour`; a model may hold `*`. The first match counts. */
export function parsePriceLines(lines: readonly string[]): readonly PriceLine[] {
  return lines.map((line) => {
    const [model = '*', ...numbers] = line.trim().split(/\s+/)
    const [input = 0, output = 0, cacheRead = input, cacheWrite = input] = numbers.map(Number)
    const cacheWriteHour = Number(numbers[4] ?? cacheWrite)
    return {
      pattern: toPattern(model),
      prices: { input, output, cacheRead, cacheWrite, cacheWriteHour },
    }
  })
}

function toPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*')
  return new RegExp(`^(?:.*/)?${escaped}$`, 'i')
}
