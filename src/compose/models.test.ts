import { describe, expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { chooseEmbedder, chooseLlm, earlierEmbedder } from './models.ts'

const config = (sections: object) => configSchema.parse(sections)

describe('the embedder', () => {
  test.each([
    { embedder: {}, model: 'static-bge-256@1', dimensions: 256 },
    { embedder: { kind: 'none' }, model: undefined, dimensions: undefined },
    { embedder: { kind: 'ollama' }, model: 'ollama:nomic-embed-text', dimensions: 768 },
    {
      embedder: { kind: 'ollama', model: 'mine', dimensions: 12 },
      model: 'ollama:mine',
      dimensions: 12,
    },
    {
      embedder: { kind: 'openai', baseUrl: 'http://localhost/v1', model: 'text-embedding-3-small' },
      model: 'openai:text-embedding-3-small',
      dimensions: 1536,
    },
  ])('of $embedder is $model', ({ embedder, model, dimensions }) => {
    const chosen = chooseEmbedder(config({ embedder }), '/nowhere')
    expect(chosen?.model).toBe(model)
    expect(chosen?.dimensions).toBe(dimensions)
  })

  test.each([
    { embedder: { kind: 'openai', model: 'm', dimensions: 3 }, key: 'embedder.base_url' },
    { embedder: { kind: 'openai', baseUrl: 'http://localhost' }, key: 'embedder.model' },
    { embedder: { kind: 'onnx' }, key: 'embedder.model' },
    { embedder: { kind: 'ollama', model: 'unheard-of' }, key: 'embedder.dimensions' },
  ])('of $embedder lacks $key, and says how to set it', ({ embedder, key }) => {
    expect(() => chooseEmbedder(config({ embedder }), '/nowhere')).toThrow(
      expect.objectContaining({ code: 'config_invalid', hint: expect.stringContaining(key) }),
    )
  })
})

test('an encoder that is not on the shelf refuses texts, and says how to get it', async () => {
  const sections = config({ embedder: { kind: 'onnx', model: 'bge-small-en-v1.5' } })
  const embedder = chooseEmbedder(sections, '/nowhere')
  await expect(embedder?.embed(['text'], 'query')).rejects.toMatchObject({
    code: 'model_not_pulled',
    hint: expect.stringContaining('tamis models pull bge-small-en-v1.5'),
  })
})

describe('the chat model', () => {
  test.each([
    { llm: {}, model: undefined },
    { llm: { kind: 'ollama', model: 'qwen3:8b' }, model: 'qwen3:8b' },
    { llm: { kind: 'openai', model: 'm', baseUrl: 'https://api.example/v1' }, model: 'm' },
  ])('of $llm is $model', ({ llm, model }) => {
    expect(chooseLlm(config({ llm }))?.model).toBe(model)
  })

  test.each([
    { llm: { kind: 'ollama' }, key: 'llm.model' },
    { llm: { kind: 'openai', model: 'm' }, key: 'llm.base_url' },
  ])('of $llm lacks $key', ({ llm, key }) => {
    expect(() => chooseLlm(config({ llm }))).toThrow(
      expect.objectContaining({ code: 'config_invalid', details: { key } }),
    )
  })
})

test.each(['http://user:secret@localhost/v1', 'file:///etc/passwd', 'localhost'])(
  '%s is no address of a model server',
  (baseUrl) => {
    expect(configSchema.safeParse({ llm: { baseUrl } }).success).toBe(false)
  },
)

describe('the embedder of stored vectors', () => {
  const ollama = { kind: 'ollama', model: 'new', dimensions: 8 }
  test.each([
    { embedder: ollama, stored: 'static-bge-256@1', found: 'static-bge-256@1' },
    { embedder: ollama, stored: 'ollama:old', found: 'ollama:old' },
    { embedder: ollama, stored: 'openai:old', found: undefined },
    { embedder: ollama, stored: 'onnx:absent@0123', found: undefined },
    { embedder: {}, stored: 'static-other@9', found: undefined },
  ])('$stored is $found under $embedder', ({ embedder, stored, found }) => {
    expect(earlierEmbedder(config({ embedder }), '/nowhere')(stored, 4)?.model).toBe(found)
  })
})
