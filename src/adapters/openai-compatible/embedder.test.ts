import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Handler,
  openHttpServer,
  startHttpServer,
  unusedAddress,
} from '../../../test/support/http-server.ts'
import { toyVector } from '../../../test/support/toy-vectors.ts'
import { embedderContract } from '../../ports/embedder.contract.ts'
import { openAiCompatibleEmbedder } from './embedder.ts'

const dimensions = 32
const create = (baseUrl: string, model = 'm', timeoutMs = 10_000) =>
  openAiCompatibleEmbedder({ baseUrl, model, dimensions, timeoutMs })

const answer: Handler = (_request, response, body) => {
  const { input } = JSON.parse(body) as { input: readonly string[] }
  const data = input.map((text, index) => ({ index, embedding: toyVector(text, dimensions) }))
  response.end(JSON.stringify({ data: data.reverse(), model: 'm' }))
}

let server: Awaited<ReturnType<typeof openHttpServer>>
beforeAll(async () => {
  server = await openHttpServer(answer)
})
afterAll(() => server.close())
embedderContract('the embeddings wire', () => create(server.url))

describe('the embeddings wire', () => {
  test('does not read a reply without end', async () => {
    const url = await startHttpServer((_request, response) => {
      const data = [{ index: 0, embedding: toyVector('t', dimensions) }]
      response.end(JSON.stringify({ data, more: 'x'.repeat(65 * 1024 * 1024) }))
    })
    await expect(create(url).embed(['t'], 'passage')).rejects.toMatchObject({
      code: 'model_reply_invalid',
    })
  })

  test('asks for batches, one after another, and for no empty text', async () => {
    const sizes: number[] = []
    const url = await startHttpServer((request, response, body) => {
      sizes.push(JSON.parse(body).input.length)
      return answer(request, response, body)
    })
    const texts = Array.from({ length: 150 }, (_, index) => (index % 3 === 0 ? ' ' : `t${index}`))
    expect(await create(url).embed(texts, 'passage')).toHaveLength(150)
    expect(sizes).toEqual([64, 36])
  })

  test.each([
    { model: 'nomic-embed-text', query: 'search_query: ', passage: 'search_document: ' },
    {
      model: 'BAAI/bge-small-en-v1.5',
      query: 'Represent this sentence for searching relevant passages: ',
      passage: '',
    },
    { model: 'intfloat/multilingual-e5-small', query: 'query: ', passage: 'passage: ' },
    { model: 'bge-m3', query: '', passage: '' },
  ])('puts before a text what $model was trained with', async ({ model, query, passage }) => {
    const inputs: unknown[] = []
    const url = await startHttpServer((request, response, body) => {
      inputs.push(...JSON.parse(body).input)
      return answer(request, response, body)
    })
    await create(url, model).embed(['text'], 'query')
    await create(url, model).embed(['text'], 'passage')
    expect(inputs).toEqual([`${query}text`, `${passage}text`])
  })

  test.each([
    { kind: 'too few vectors', body: '{"data":[]}', code: 'model_reply_invalid' },
    { kind: 'no JSON', body: '<html>', code: 'model_reply_invalid' },
    {
      kind: 'words for numbers',
      body: '{"data":[{"index":0,"embedding":["a"]}]}',
      code: 'model_reply_invalid',
    },
    {
      kind: 'another length',
      body: '{"data":[{"index":0,"embedding":[1,2,3]}]}',
      code: 'dimension_mismatch',
    },
  ])('refuses $kind', async ({ body, code }) => {
    const url = await startHttpServer((_request, response) => void response.end(body))
    const asking = create(url).embed(['text'], 'query')
    await expect(asking).rejects.toMatchObject({ code, hint: expect.stringMatching(/\S/) })
  })

  test.each([
    { status: 404, code: 'model_not_pulled' },
    { status: 503, code: 'model_refused' },
  ])('ends in $code on $status', async ({ status, code }) => {
    const url = await startHttpServer((_request, response) => void response.writeHead(status).end())
    await expect(create(url).embed(['text'], 'query')).rejects.toMatchObject({ code })
  })

  test('ends in model_unreachable where nobody listens', async () => {
    const asking = create(await unusedAddress()).embed(['text'], 'query')
    await expect(asking).rejects.toMatchObject({ code: 'model_unreachable' })
  })

  test.each([
    { kind: 'silent', handler: () => {} },
    { kind: 'endlessly dripping', handler: dripForever },
  ])('ends in timeout when the server is $kind', async ({ handler }) => {
    const url = await startHttpServer(handler)
    const asking = create(url, 'm', 300).embed(['text'], 'query')
    await expect(asking).rejects.toMatchObject({ code: 'timeout' })
  })
})

function dripForever(...[, response]: Parameters<Handler>): void {
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
