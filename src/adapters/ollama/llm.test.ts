import { describe, expect, test } from 'vitest'
import { collect } from '../../../test/support/collect.ts'
import { startHttpServer } from '../../../test/support/http-server.ts'
import { type LlmWire, setStage } from '../../../test/support/llm-stage.ts'
import { llmContract } from '../../ports/llm.contract.ts'
import { ollamaLlm } from './llm.ts'

const line = (value: object) => `${JSON.stringify(value)}\n`
const wire: LlmWire = {
  text: (piece) => line({ model: 'm:latest', message: { content: piece }, done: false }),
  end: (stop) =>
    line({ done: true, done_reason: stop, prompt_eval_count: 11, eval_count: 7, message: {} }),
  failure: (message) => line({ error: message }),
}
const create = (baseUrl: string, timeoutMs = 10_000) =>
  ollamaLlm({ baseUrl, model: 'm', timeoutMs })

llmContract("Ollama's wire", (scene, timeoutMs) =>
  setStage(scene, wire, (url) => create(url, timeoutMs)),
)

const question = (text: string) =>
  ({ messages: [{ role: 'user', text }], maxTokens: 100, temperature: 0 }) as const

describe("Ollama's wire", () => {
  test('says how to get a model that is not there', async () => {
    const body = '{"error":"model \\"m\\" not found, try pulling it first"}'
    const url = await startHttpServer((_request, response) => {
      response.writeHead(404).end(body)
    })
    await expect(collect(create(url).complete(question('Hi')))).rejects.toMatchObject({
      code: 'model_not_pulled',
      hint: 'Run `ollama pull m`.',
    })
  })

  test.each([
    { characters: 100, window: undefined },
    { characters: 12_500, window: 8192 },
    { characters: 40_000, window: 16_384 },
    { characters: 900_000, window: 131_072 },
  ])('asks for a window of $window for $characters characters', async ({ characters, window }) => {
    const scene = { kind: 'says', pieces: ['Blue'] } as const
    const { llm, asked } = await setStage(scene, wire, (url) => create(url))
    await collect(llm.complete({ ...question('x'.repeat(characters)), json: true }))
    const [body] = asked as readonly { format: string; options: Record<string, number> }[]
    expect(body?.format).toBe('json')
    expect(body?.options).toEqual({
      num_predict: 100,
      temperature: 0,
      ...(window ? { num_ctx: window } : {}),
    })
  })
})
