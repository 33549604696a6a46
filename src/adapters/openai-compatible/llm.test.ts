import { describe, expect, test } from 'vitest'
import { collect } from '../../../test/support/collect.ts'
import { startHttpServer } from '../../../test/support/http-server.ts'
import { type LlmWire, setStage } from '../../../test/support/llm-stage.ts'
import { llmContract } from '../../ports/llm.contract.ts'
import { openAiCompatibleLlm } from './llm.ts'

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`
const wire: LlmWire = {
  text: (piece) => event({ model: 'm-1', choices: [{ delta: { content: piece } }] }),
  end: (stop) =>
    `: ping\r\n\r\n${event({ choices: [{ delta: {}, finish_reason: stop }] })}` +
    `${event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } })}data: [DONE]\n\n`,
  failure: (message) => event({ error: { message } }),
}
const create = (baseUrl: string, timeoutMs = 10_000, apiKey?: string) =>
  openAiCompatibleLlm({ baseUrl: `${baseUrl}/v1`, model: 'm', apiKey, timeoutMs })

llmContract('the chat completions wire', (scene, timeoutMs) =>
  setStage(scene, wire, (url) => create(url, timeoutMs)),
)

async function replyTo(body: string): Promise<readonly unknown[]> {
  const url = await startHttpServer((_request, response) => void response.end(body))
  return collect(create(url).complete(question))
}
const question = {
  messages: [{ role: 'user', text: 'Hello' }],
  maxTokens: 5,
  temperature: 0,
} as const

describe('the chat completions wire', () => {
  test.each([
    { kind: 'CRLF', body: wire.text('Hi').replaceAll('\n', '\r\n') + wire.end('stop') },
    { kind: 'CR', body: wire.text('Hi').replaceAll('\n', '\r') + wire.end('stop') },
    { kind: 'comments', body: `: hello\n:\n${wire.text('Hi')}: bye\n${wire.end('stop')}` },
    { kind: 'a byte order mark', body: `\uFEFF${wire.text('Hi')}${wire.end('stop')}` },
    {
      kind: 'no space after the colon',
      body: `data:${wire.text('Hi').slice(6)}${wire.end('stop')}`,
    },
    {
      kind: 'unknown fields',
      body: `id: 1\nretry: 5\nevent: x\n${wire.text('Hi')}${wire.end('stop')}`,
    },
    {
      kind: 'data on two lines',
      body: `data: {"choices":\ndata: [{"delta":{"content":"Hi"}}]}\n\n${wire.end('stop')}`,
    },
  ])('reads a stream with $kind', async ({ body }) => {
    expect(await replyTo(body)).toMatchObject([{ text: 'Hi' }, { kind: 'end', stop: 'stop' }])
  })

  test.each([
    {
      kind: 'a reason but no [DONE]',
      tail: event({ choices: [{ finish_reason: 'stop' }] }),
      stop: 'stop',
    },
    { kind: '[DONE] but no reason', tail: 'data: [DONE]\n\n', stop: 'other' },
    {
      kind: 'a reason we do not know',
      tail: event({ choices: [{ finish_reason: 'filter' }] }),
      stop: 'other',
    },
    { kind: '[DONE] without an empty line', tail: 'data: [DONE]', stop: 'other' },
  ])('ends whole on $kind', async ({ tail, stop }) => {
    const parts = await replyTo(wire.text('Hi') + tail)
    expect(parts.at(-1)).toEqual({ kind: 'end', model: 'm-1', stop })
  })

  test('keeps a whole reply when the connection breaks before the token count', async () => {
    const url = await startHttpServer((_request, response) => {
      response.write(wire.text('Hi') + event({ choices: [{ finish_reason: 'stop' }] }), () =>
        setImmediate(() => response.destroy()),
      )
    })
    const parts = await collect(create(url).complete(question))
    expect(parts.at(-1)).toEqual({ kind: 'end', model: 'm-1', stop: 'stop' })
  })

  test('does not count the time its caller takes to read', async () => {
    const { promise: hasRead, resolve: finishReading } = Promise.withResolvers<void>()
    const url = await startHttpServer(async (_request, response) => {
      response.write(wire.text('Hi'))
      await hasRead
      response.end(wire.end('stop'))
    })
    const timeoutMs = 1000
    const parts: unknown[] = []
    for await (const part of create(url, timeoutMs).complete(question)) {
      if (parts.length === 0) setTimeout(finishReading, timeoutMs * 1.5)
      await hasRead
      parts.push(part)
    }
    expect(parts).toHaveLength(2)
  })

  test('asks for JSON when told to', async () => {
    const { llm, asked } = await setStage({ kind: 'says', pieces: ['{}'] }, wire, (url) =>
      create(url),
    )
    await collect(llm.complete({ ...question, json: true }))
    expect(asked[0]).toMatchObject({
      response_format: { type: 'json_object' },
      max_tokens: 5,
      temperature: 0,
      stream: true,
    })
  })

  test.each([
    { status: 401, body: '{"error":{"message":"Incorrect key: canary-4711"}}' },
    { status: 400, body: '{"error":{"message":"bad header Bearer canary-4711"}}' },
    { status: 500, body: 'canary-4711' },
    { status: 200, body: 'data: {"error":{"message":"canary-4711"}}\n\n' },
    { status: 200, body: 'data: canary-4711\n\n' },
  ])('sends its key, and repeats it in no error ($status $body)', async ({ status, body }) => {
    const seen: unknown[] = []
    const url = await startHttpServer((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(status).end(body)
    })
    const asking = collect(create(url, 10_000, 'canary-4711').complete(question))
    const error = await asking.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'EngineError' })
    expect(seen).toEqual(['Bearer canary-4711'])
    const { message, hint, details } = error as { message: string; hint: string; details: object }
    expect(JSON.stringify([message, hint, details])).not.toContain('canary')
  })

  test('goes nowhere else when redirected', async () => {
    const visits: string[] = []
    const elsewhere = await startHttpServer((_request, response) => {
      visits.push('elsewhere')
      response.end()
    })
    const url = await startHttpServer((_request, response) => {
      response.writeHead(307, { location: elsewhere }).end()
    })
    const asking = collect(create(url, 10_000, 'secret').complete(question))
    await expect(asking).rejects.toMatchObject({ code: 'model_refused' })
    expect(visits).toEqual([])
  })
})
