import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttpServer, startHttpServer } from '../../../test/support/http-server.ts'
import { toyVector } from '../../../test/support/toy-vectors.ts'
import { embedderContract } from '../../ports/embedder.contract.ts'
import { ollamaEmbedder } from './embedder.ts'
import { ollamaDefaults } from './options.ts'

const model = ollamaDefaults.embeddingModel
const dimensions = 768
const create = (baseUrl: string) =>
  ollamaEmbedder({ baseUrl, model, dimensions, timeoutMs: 10_000 })

let server: Awaited<ReturnType<typeof openHttpServer>>
beforeAll(async () => {
  server = await openHttpServer((request, response, body) => {
    const { input } = JSON.parse(body) as { input: readonly string[] }
    const embeddings = input.map((text) => toyVector(text, dimensions))
    response.writeHead(request.url === '/api/embed' ? 200 : 400)
    response.end(JSON.stringify({ model, embeddings }))
  })
})
afterAll(() => server.close())
embedderContract('nomic-embed-text on Ollama', () => create(server.url))

test('a model of another size is an error that says what to set', async () => {
  const url = await startHttpServer((_request, response) => {
    response.end(JSON.stringify({ embeddings: [toyVector('text', 384)] }))
  })
  await expect(create(url).embed(['text'], 'query')).rejects.toMatchObject({
    code: 'dimension_mismatch',
    hint: 'Set `embedder.dimensions = 384`.',
  })
})
