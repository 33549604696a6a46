import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startHttpServer } from '../support/http-server.ts'
import { readExposition } from '../support/read-exposition.ts'
import { toyVector } from '../support/toy-vectors.ts'
import { modelAt, notes, openAskClient } from './knowledge/ask-client.ts'
import { startScriptedLlm } from './knowledge/scripted-llm.ts'
import { newFolder, postJson, runTamis } from './tamis.ts'

const dimensions = 32
const weight = 'How much does the mirror weigh?'
const foreign = 'which enzyme does the liver of a stone marten produce in the winter of 1987'
const lighthouse =
  'When was the lighthouse built in the town where the designer of the great telescope of the Sandhorn Observatory was born?'

/** Both wires of embedding servers; while it is down, connections are dropped, or never answered. */
async function startEmbeddings() {
  let isDown = false
  let isSilent = false
  let asked = 0
  const url = await startHttpServer((request, response, body) => {
    asked += 1
    if (isDown) return void response.destroy()
    if (isSilent) return
    const { input } = JSON.parse(body) as { input: readonly string[] }
    const vectors = input.map((text) => toyVector(text, dimensions))
    const data = vectors.map((embedding, index) => ({ index, embedding }))
    response.end(JSON.stringify(request.url === '/api/embed' ? { embeddings: vectors } : { data }))
  })
  return {
    url,
    asked: () => asked,
    setDown(value: boolean) {
      isDown = value
    },
    fallSilent() {
      isSilent = true
    },
  }
}

const embedderAt = (kind: string, url: string): Record<string, string> => ({
  TAMIS_EMBEDDER_KIND: kind,
  TAMIS_EMBEDDER_MODEL: 'toy',
  TAMIS_EMBEDDER_BASE_URL: kind === 'openai' ? `${url}/v1` : url,
  TAMIS_EMBEDDER_DIMENSIONS: String(dimensions),
})

async function openWithEmbedder(kind: string, settings: Record<string, string> = {}) {
  const embeddings = await startEmbeddings()
  const llm = await startScriptedLlm('good')
  const opened = await openAskClient({
    ...embedderAt(kind, embeddings.url),
    ...modelAt(llm.url),
    ...settings,
  })
  const { json } = await opened.call('ingest_file', { path: notes })
  expect(json).toMatchObject({ added: 3, embedding_failed: null })
  const counted = async (): Promise<number> => {
    const text = await (await fetch(`${opened.daemon.url}/metrics`)).text()
    const { samples } = readExposition(text).get('tamis_fallbacks_total') ?? { samples: [] }
    return samples
      .filter(({ labels: { reason } }) => reason === 'model_unreachable')
      .reduce((sum, { value }) => sum + value, 0)
  }
  return { ...opened, embeddings, counted }
}

test.each(['openai', 'ollama'])('%s away: words answer alone, and that is said', async (kind) => {
  const { call, daemon, embeddings, counted } = await openWithEmbedder(kind)
  const both = await call('search', { query: weight })
  expect(both.json).toMatchObject({ legs: ['lexical', 'vector'], missing: [], warnings: [] })
  embeddings.setDown(true)
  const found = await call('search', { query: weight })
  expect(found).toMatchObject({
    isError: false,
    json: {
      legs: ['lexical'],
      missing: ['embedder'],
      warnings: ['model_unreachable'],
    },
  })
  expect(found.json.hits[0]).toMatchObject({
    doc_path: 'observatory.md',
    score_kind: 'bm25',
    retrieval: { method: 'lexical', vector_score: null },
  })
  const words = await call('search', { query: weight, mode: 'lexical' })
  expect(found.json.evidence).toBe(words.json.evidence)
  expect(await counted()).toBe(1)
  const { body } = await postJson(`${daemon.url}/api/ledger.list`, { warning: 'model_unreachable' })
  expect(body).toMatchObject({ entries: [{ kind: 'search', source: 'mcp', isFallback: true }] })

  const { isError, json } = await call('search', { query: weight, mode: 'vector' })
  expect({ isError, json }).toMatchObject({
    isError: true,
    json: { code: 'model_unreachable', hint: expect.stringContaining('running') },
  })
  embeddings.setDown(false)
  expect((await call('search', { query: weight })).json.legs).toEqual(['lexical', 'vector'])
})

test('a silent embedder is waited for once, and then left alone for a while', async () => {
  const { call, embeddings } = await openWithEmbedder('ollama', {
    TAMIS_EMBEDDER_TIMEOUT_MS: '500',
  })
  embeddings.fallSilent()
  const before = embeddings.asked()
  for (const query of [weight, 'Who designed the telescope?', weight])
    expect((await call('search', { query })).json).toMatchObject({
      legs: ['lexical'],
      missing: ['embedder'],
      warnings: ['timeout'],
    })
  expect(embeddings.asked() - before).toBe(1)
})

test('asks without vectors too, in one pass, quoting and in hops', async () => {
  const { call, embeddings, counted } = await openWithEmbedder('openai')
  embeddings.setDown(true)
  const degraded = {
    warnings: ['model_unreachable'],
    embedding: null,
    retrieval: { mode: 'hybrid', legs: ['lexical'], missing: ['embedder'] },
  }
  const single = await call('ask', { query: weight })
  expect(single.json).toMatchObject({ ...degraded, grounded: true, method: 'generated' })
  const quoted = await call('ask', { query: weight, extractive: true })
  expect(quoted.json).toMatchObject({ ...degraded, grounded: true, method: 'extractive' })
  const before = embeddings.asked()
  const hops = await call('ask', { query: lighthouse, multi_hop: true })
  expect(hops.json).toMatchObject({ ...degraded, grounded: true })
  expect(hops.json.hops.length).toBeGreaterThan(3)
  // The model was asked once, by the first search, and not waited for by those of the hops.
  expect(embeddings.asked() - before).toBe(1)
  expect(await counted()).toBe(3)
})

test('the gate still decides on evidence', async () => {
  const { call, embeddings } = await openWithEmbedder('openai')
  embeddings.setDown(true)
  const { isError, json } = await call('ask', { query: foreign })
  expect({ isError, json }).toMatchObject({
    isError: false,
    json: { refusal_reason: 'score_gate', retrieval: { legs: ['lexical'], score_gate: 0.3 } },
  })
  expect(json.retrieval.score).toBeLessThan(0.3)
  const vector = await call('ask', { query: weight, mode: 'vector' })
  expect(vector).toMatchObject({
    isError: true,
    json: { schema_version: 'error.v1', code: 'model_unreachable', hint: expect.any(String) },
  })
})

test('the command line says so on stderr, and measures nothing without vectors', async () => {
  const embeddings = await startEmbeddings()
  const env = embedderAt('ollama', embeddings.url)
  const home = newFolder()
  const tamis = (...args: readonly string[]) => runTamis([...args, '--home', home], { env })
  expect((await tamis('ingest', notes)).code).toBe(0)
  embeddings.setDown(true)
  const found = await tamis('search', weight)
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('observatory.md') })
  expect(found.stderr).toContain('the embedder does not answer (model_unreachable)')
  const quoted = await tamis('ask', weight, '--extractive')
  expect(quoted).toMatchObject({ code: 0, stdout: expect.stringContaining('2,450 kilograms') })
  expect(quoted.stderr).toContain('Words alone were compared')
  const golden = join(home, 'golden.jsonl')
  writeFileSync(golden, JSON.stringify({ query: weight, relevant: ['observatory.md'] }))
  for (const args of [
    ['search', weight, '--mode', 'vector'],
    ['eval', 'run', golden],
  ]) {
    const { code, stderr } = await tamis(...args)
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/No answer from .+\nIs the model server running/),
    })
  }
})
