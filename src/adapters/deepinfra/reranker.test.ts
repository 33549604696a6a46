import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { digest } from '../node/digest.ts'
import { type DeepInfraSettings, deepInfraReranker } from './reranker.ts'

type Play = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server | undefined
let calls: { authorization: string | undefined; body: string }[] = []

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  calls = []
})

async function playing(play: Play, settings: Partial<DeepInfraSettings> = {}) {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      calls.push({ authorization: request.headers.authorization, body })
      play(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clock = { now: 1000 }
  const reranker = deepInfraReranker(
    {
      apiKey: 'sk-canary',
      endpointUrl: `http://127.0.0.1:${port}/rerank`,
      timeoutMs: 5000,
      maxDocs: 64,
      cacheTtlMs: 30_000,
      cacheMaxItems: 2,
      ...settings,
    },
    () => clock.now,
    digest,
  )
  const rerank = (query = 'q', documents = ['a', 'b']) =>
    reranker.rerank(query, documents, AbortSignal.timeout(10_000))
  return { rerank, clock }
}

const answer =
  (status: number, body: string): Play =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }

test('pairs the query with each document and gives the scores back', async () => {
  const { rerank } = await playing(answer(200, '{"scores":[0.25,0.75],"input_tokens":9}'))
  expect(await rerank()).toMatchObject({ kind: 'scored', scores: [0.25, 0.75], httpStatus: 200 })
  expect(calls).toEqual([
    { authorization: 'bearer sk-canary', body: '{"queries":["q","q"],"documents":["a","b"]}' },
  ])
})

test('asks once for the same question until the cache expires', async () => {
  const { rerank, clock } = await playing(answer(200, '{"scores":[0,1]}'))
  await rerank()
  expect(await rerank()).toMatchObject({ isCached: true, latencyMs: 0 })
  clock.now += 30_000
  expect(await rerank()).toMatchObject({ isCached: false })
  expect(calls).toHaveLength(2)
})

test('forgets the oldest question first', async () => {
  const { rerank } = await playing(answer(200, '{"scores":[0,1]}'))
  for (const query of ['1', '2', '3', '1']) await rerank(query)
  expect(calls).toHaveLength(4)
})

test.each([
  { name: '401', play: answer(401, '{}'), expected: { reason: 'http_error', httpStatus: 401 } },
  {
    name: '429',
    play: answer(429, 'slow down'),
    expected: { reason: 'http_error', httpStatus: 429 },
  },
  {
    name: 'text that is not JSON',
    play: answer(200, '<html>'),
    expected: { reason: 'parse_error' },
  },
  { name: 'another shape', play: answer(200, '{"score":1}'), expected: { reason: 'parse_error' } },
  {
    name: 'too few scores',
    play: answer(200, '{"scores":[1]}'),
    expected: { reason: 'parse_error' },
  },
  {
    name: 'a reset',
    play: ((request) => request.socket.destroy()) as Play,
    expected: { reason: 'http_error' },
  },
])('fails, and says how, on $name', async ({ play, expected }) => {
  const { rerank } = await playing(play)
  expect(await rerank()).toMatchObject({ kind: 'failed', ...expected })
})

test('fails when nothing answers in time', async () => {
  const { rerank } = await playing(() => undefined, { timeoutMs: 50 })
  expect(await rerank()).toEqual({ kind: 'failed', reason: 'http_error' })
})

test('fails without a key, and calls nobody', async () => {
  const { rerank } = await playing(answer(200, '{"scores":[0,1]}'), { apiKey: undefined })
  expect(await rerank()).toEqual({ kind: 'failed', reason: 'config_error' })
  expect(calls).toEqual([])
})

test('does not read a reply that is longer than any honest one', async () => {
  const scores = `{"scores":[0.1,0.9],"more":"${'x'.repeat(5 * 1024 * 1024)}"}`
  const { rerank } = await playing(answer(200, scores))
  expect(await rerank()).toMatchObject({ kind: 'failed', reason: 'parse_error' })
})
