import { describe, expect, test } from 'vitest'
import { readUsage } from './usage.ts'

const event = (usage: object): string => `data: {"type":"x","usage":${JSON.stringify(usage)}}\n\n`
const many = (count: number, text: string): string => text.repeat(count)

describe('usage in an answer', () => {
  test('is the last word on each count, however many there are', () => {
    const started = event({ input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 1 })
    const between = many(1000, event({ output_tokens: 5 }))
    const nulls = many(1000, 'data: {"usage":null}\n\n')
    const ended = event({ output_tokens: 70 })
    expect(readUsage(started + between + nulls + ended + nulls)).toEqual({
      inputTokens: 100,
      outputTokens: 70,
      cacheReadTokens: 90,
      cacheWriteTokens: 0,
    })
  })

  test.each([
    { what: 'objects that never end', text: many(400_000, '"usage":{') },
    { what: 'a name before long spaces', text: many(4000, `"usage"${' '.repeat(1000)}`) },
    { what: 'a name alone', text: many(400_000, '"usage"') },
    { what: 'braces', text: `"usage":${many(2_000_000, '{')}` },
  ])('takes a moment to look for among $what', ({ text }) => {
    const startedAt = performance.now()
    expect(readUsage(text)).toBeUndefined()
    expect(performance.now() - startedAt).toBeLessThan(1000)
  })
})
