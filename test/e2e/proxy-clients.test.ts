import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import { generateText, stepCountIs, streamText, tool } from 'ai'
import { createAgent, tool as langchainTool } from 'langchain'
import OpenAI from 'openai'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Provider } from './proxy/provider.ts'
import { openProxyStage } from './proxy/stage.ts'
import type { RunningDaemon } from './tamis.ts'

let provider: Provider
let tamis: RunningDaemon

beforeAll(async () => {
  const stage = await openProxyStage()
  ;({ provider, tamis } = stage)
  return stage.close
})

/** Runs a client against the provider and through the proxy; both must see the same. */
async function same(run: (url: string) => Promise<unknown>): Promise<unknown> {
  const direct = await run(provider.url)
  const through = await run(tamis.url)
  expect(JSON.parse(JSON.stringify(through))).toEqual(JSON.parse(JSON.stringify(direct)))
  return through
}

const user = { role: 'user' as const, content: 'hi' }
const schema = { type: 'object' as const, properties: { path: { type: 'string' } } }

describe('openai', () => {
  const client = (url: string) =>
    new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-test', maxRetries: 0 })
  const tools = [{ type: 'function' as const, function: { name: 'read_file', parameters: schema } }]

  test.each([false, true])('chat, with tools: %s', async (hasTools) => {
    const seen = await same((url) =>
      client(url).chat.completions.create({
        model: 'fine',
        messages: [user],
        ...(hasTools ? { tools } : {}),
      }),
    )
    expect(JSON.stringify(seen)).toContain(hasTools ? 'call_two' : 'naïve')
  })

  test.each([false, true])('chat streamed, with tools: %s', async (hasTools) => {
    await same(async (url) => {
      const stream = await client(url).chat.completions.create({
        model: 'fine',
        messages: [user],
        stream: true,
        ...(hasTools ? { tools } : {}),
      })
      const chunks: unknown[] = []
      for await (const chunk of stream) chunks.push(chunk)
      return chunks
    })
  })

  test.each([false, true])('responses, streamed: %s', async (isStreamed) => {
    await same(async (url) => {
      const asked = { model: 'fine', input: 'hi' }
      if (!isStreamed) return client(url).responses.create(asked)
      const events: unknown[] = []
      for await (const event of await client(url).responses.create({ ...asked, stream: true }))
        events.push(event)
      return events
    })
  })

  test.each(['fault-429', 'fault-500', 'fault-html', 'fault-cut'])('errors: %s', async (model) => {
    const seen = await same(async (url) => {
      try {
        const stream = await client(url).chat.completions.create({
          model,
          messages: [user],
          stream: true,
        })
        for await (const _ of stream);
        return 'no error'
      } catch (error) {
        const { status, headers } = error as { status?: number; headers?: Headers }
        return { name: (error as Error).name, status, retry: headers?.get('retry-after') ?? null }
      }
    })
    expect(seen).not.toBe('no error')
  })

  test('an abort inside a stream stops the provider', async () => {
    const reached = provider.nextRequest()
    const stream = await client(tamis.url).chat.completions.create({
      model: 'fault-stall',
      messages: [user],
      stream: true,
    })
    for await (const _ of stream) break
    stream.controller.abort()
    expect(await (await reached).ended).toBe('closed')
  })
})

describe('anthropic', () => {
  const client = (baseURL: string) => new Anthropic({ baseURL, apiKey: 'sk-ant', maxRetries: 0 })
  const asked = { model: 'fine', max_tokens: 50, messages: [user] }
  const tools = [{ name: 'read_file', input_schema: schema }]

  test.each([false, true])('messages, with tools: %s', async (hasTools) => {
    const seen = await same((url) =>
      client(url).messages.create({ ...asked, ...(hasTools ? { tools } : {}) }),
    )
    expect(JSON.stringify(seen)).toContain(hasTools ? 'call_two' : 'naïve')
  })

  test.each([false, true])('messages streamed, with tools: %s', async (hasTools) => {
    await same(async (url) => {
      const stream = client(url).messages.stream({ ...asked, ...(hasTools ? { tools } : {}) })
      const events: unknown[] = []
      for await (const event of stream) events.push(event)
      return [events, await stream.finalMessage()]
    })
  })

  test('errors', async () => {
    await same(async (url) => {
      const failed = client(url).messages.create({ ...asked, model: 'fault-429' })
      return failed.catch((error: { status: number; name: string }) => [error.status, error.name])
    })
  })
})

describe('ai', () => {
  const readFile = tool({
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }) => `the text of ${path}`,
  })
  const models = (url: string) => ({
    responses: createOpenAI({ baseURL: `${url}/v1`, apiKey: 'sk' })('fine'),
    chat: createOpenAI({ baseURL: `${url}/v1`, apiKey: 'sk' }).chat('fine'),
    anthropic: createAnthropic({ baseURL: `${url}/v1`, apiKey: 'sk' })('fine'),
  })

  test.each(['responses', 'chat', 'anthropic'] as const)(
    '%s, with a round of tools',
    async (name) => {
      const seen = await same(async (url) => {
        const result = await generateText({
          model: models(url)[name],
          prompt: 'hi',
          tools: { read_file: readFile },
          stopWhen: stepCountIs(3),
        })
        const { text, usage, steps, finishReason } = result
        return { text, usage, finishReason, results: steps.map((step) => step.toolResults) }
      })
      expect(JSON.stringify(seen)).toContain('the text of b.txt')
    },
  )

  test.each(['responses', 'chat', 'anthropic'] as const)('%s, streamed', async (name) => {
    await same(async (url) => {
      const result = streamText({ model: models(url)[name], prompt: 'hi' })
      const parts: string[] = []
      for await (const part of result.textStream) parts.push(part)
      return [parts, await result.usage]
    })
  })
})

describe('langchain', () => {
  const model = (url: string) =>
    new ChatOpenAI({
      model: 'fine',
      apiKey: 'sk',
      maxRetries: 0,
      configuration: { baseURL: `${url}/v1` },
    })

  test('an agent with a round of tools', async () => {
    const readFile = langchainTool(({ path }: { path: string }) => `the text of ${path}`, {
      name: 'read_file',
      description: 'Reads a file',
      schema: z.object({ path: z.string() }),
    })
    const seen = await same(async (url) => {
      const agent = createAgent({ model: model(url), tools: [readFile] })
      const { messages } = await agent.invoke({ messages: [user] })
      return messages.map(({ type, content }) => [type, content])
    })
    expect(JSON.stringify(seen)).toContain('the text of b.txt')
  })

  test('streamed', async () => {
    await same(async (url) => {
      const parts: unknown[] = []
      for await (const chunk of await model(url).stream('hi')) parts.push(chunk.content)
      return parts
    })
  })
})
