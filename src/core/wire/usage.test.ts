import { describe, expect, test } from 'vitest'
import { spentMs } from '../../../test/support/spent-ms.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'
import { countOf, type Usage } from './usage.ts'

/** Cut into pieces of `size`, as a provider may send them. */
function readUsage(text: string, size = text.length): Usage | undefined {
  const reader = anthropicMessages.usage()
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size))
  return reader.usage()
}

const event = (usage: object): string => `data: {"type":"x","usage":${JSON.stringify(usage)}}\n\n`
const many = (count: number, text: string): string => text.repeat(count)

test.each([
  {
    format: anthropicMessages,
    usage: {
      input_tokens: 5,
      output_tokens: 2,
      cache_read_input_tokens: 70,
      cache_creation_input_tokens: 25,
      cache_creation: { ephemeral_5m_input_tokens: 5, ephemeral_1h_input_tokens: 20 },
    },
    read: {
      inputTokens: 100,
      outputTokens: 2,
      cacheReadTokens: 70,
      cacheWriteTokens: 25,
      cacheWriteHourTokens: 20,
    },
  },
  {
    format: openaiResponses,
    usage: {
      input_tokens: 100,
      output_tokens: 2,
      input_tokens_details: { cached_tokens: 70, cache_write_tokens: 25 },
    },
    read: { inputTokens: 100, outputTokens: 2, cacheReadTokens: 70, cacheWriteTokens: 25 },
  },
  {
    format: openaiChat,
    usage: { prompt_tokens: 100, completion_tokens: 2, prompt_cache_hit_tokens: 70 },
    read: { inputTokens: 100, outputTokens: 2, cacheReadTokens: 70, cacheWriteTokens: 0 },
  },
])('$format.name tells what was read from the cache and what was stored', (given) => {
  const reader = given.format.usage()
  reader.push(JSON.stringify({ usage: given.usage }))
  expect(reader.usage()).toEqual(given.read)
})

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

  test.each([1, 3, 100, 5000])('reads the same in pieces of %s characters', (size) => {
    const text = many(300, `data: {"text":"${'x'.repeat(50)}"}\n\n`)
    const usage = event({ input_tokens: 7, output_tokens: 3, cache_creation: { a: 1 } })
    expect(readUsage(text + usage + text, size)).toMatchObject({ inputTokens: 7, outputTokens: 3 })
  })

  test.each([
    { what: 'objects that never end', text: many(400_000, '"usage":{') },
    { what: 'a name before long spaces', text: many(4000, `"usage"${' '.repeat(1000)}`) },
    { what: 'a name alone', text: many(400_000, '"usage"') },
    { what: 'braces', text: `"usage":${many(2_000_000, '{')}` },
  ])('takes a moment to look for among $what', ({ text }) => {
    const spent = spentMs(() => {
      expect(readUsage(text)).toBeUndefined()
      expect(readUsage(text.slice(0, 300_000), 1)).toBeUndefined()
    })
    expect(spent).toBeLessThan(2000)
  })
})

test.each([
  [12, 12],
  [12.5, 13],
  [-3, 0],
  [1e300, 1e12],
  [Number.POSITIVE_INFINITY, 1e12],
  [Number.NaN, 0],
  ['7', 0],
  [null, 0],
])('a count of %j is taken as %i', (said, count) => {
  expect(countOf(said)).toBe(count)
})
