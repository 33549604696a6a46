import { expect, test } from 'vitest'
import { startHttpServer, unusedAddress } from '../support/http-server.ts'
import { modelAt, openAskClient } from './knowledge/ask-client.ts'
import { startScriptedLlm } from './knowledge/scripted-llm.ts'

const note = {
  id: 'note.md',
  text: '# Compound topic\n\nThis note is about a compound containing X and Y in detail.\n',
}
const passing = { query: 'compound about X and Y', mode: 'lexical' }

test('ask_tool_routes_multi_hop_true_to_decompose_first', async () => {
  const env = { ...modelAt(`${await unusedAddress()}/v1`), TAMIS_RAG_SCORE_GATE: '0' }
  const { call } = await openAskClient(env, [note])
  const hops = await call('ask', { ...passing, multi_hop: true })
  expect(hops).toMatchObject({
    isError: true,
    json: { schema_version: 'error.v1', code: 'model_unreachable', hint: expect.any(String) },
  })
  const single = await call('ask', { query: 'anything', mode: 'lexical', multi_hop: false })
  expect(single).toMatchObject({
    isError: false,
    json: {
      schema_version: 'answer.v1',
      grounded: false,
      refusal_reason: 'no_chunks',
      retrieval: { chunks_returned: 0 },
    },
  })
})

test('ask_tool_multi_hop_short_circuits_when_probe_empty', async () => {
  const { call } = await openAskClient(modelAt(`${await unusedAddress()}/v1`))
  const ask = async (multi_hop: boolean) => call('ask', { ...passing, multi_hop })
  const [single, hops] = await Promise.all([ask(false), ask(true)])
  expect(hops).toMatchObject({
    isError: false,
    json: {
      schema_version: 'answer.v1',
      refusal_reason: 'no_chunks',
      prompt_template_version: 'rag-default-v1',
      hops: null,
    },
  })
  const bytes = ({ text }: { text: string }): string =>
    text.replace(/"created_at":"[^"]+"/, '"created_at":""')
  expect(bytes(hops)).toBe(bytes(single))
})

test('refuses below the gate before any model is asked, stamped alike in both modes', async () => {
  const { call } = await openAskClient(modelAt(`${await unusedAddress()}/v1`), [note])
  for (const multi_hop of [false, true]) {
    const question = 'which compound did the museum of Reykjavik exhibit in the winter of 1987'
    const { isError, json } = await call('ask', { query: question, mode: 'lexical', multi_hop })
    expect(isError).toBe(false)
    expect(json).toMatchObject({
      refusal_reason: 'score_gate',
      prompt_template_version: 'rag-default-v1',
      hops: null,
      retrieval: { score_gate: 0.3, legs: ['lexical'] },
    })
    expect(json.retrieval.score).toBeLessThan(0.3)
    expect(json.retrieval.chunks_returned).toBe(1)
  }
})

test('advertises multi_hop in the input schema of ask', async () => {
  const { client } = await openAskClient({})
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'search',
      'bulk_search',
      'ask',
      'fetch',
      'ingest_file',
      'ingest_text',
      'schema',
    ]),
  )
  const ask = tools.find(({ name }) => name === 'ask')
  expect(ask?.inputSchema.properties).toHaveProperty('multi_hop')
})

test('says timeout when the model is silent', async () => {
  const url = await startHttpServer(() => {})
  const { call } = await openAskClient(modelAt(`${url}/v1`, 300), [note])
  expect(await call('ask', passing)).toMatchObject({
    isError: true,
    json: { schema_version: 'error.v1', code: 'timeout' },
  })
})

test('says model_not_pulled when the server does not have the model', async () => {
  const url = await startHttpServer((_request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end(
      '{"error": {"message": "model \\"scripted\\" not found", "code": "model_not_found"}}',
    )
  })
  const { call } = await openAskClient(modelAt(`${url}/v1`), [note])
  expect(await call('ask', passing)).toMatchObject({
    isError: true,
    json: { schema_version: 'error.v1', code: 'model_not_pulled' },
  })
})

test('quotes passages when no model is configured, and says config_invalid for several hops', async () => {
  const { call } = await openAskClient({}, [note])
  expect(await call('ask', passing)).toMatchObject({
    isError: false,
    json: { schema_version: 'answer.v1', method: 'extractive', grounded: true },
  })
  expect(await call('ask', { ...passing, multi_hop: true })).toMatchObject({
    isError: true,
    json: { schema_version: 'error.v1', code: 'config_invalid' },
  })
})

test('refuses an answer whose stream breaks', async () => {
  const { url } = await startScriptedLlm('breaks')
  const { call } = await openAskClient(modelAt(url), [note])
  expect(await call('ask', passing)).toMatchObject({
    isError: false,
    json: { refusal_reason: 'llm_stream_aborted', grounded: false, citations: [] },
  })
})

test('refuses when the sub-questions cannot be read, and traces the attempt', async () => {
  const { url, prompts } = await startScriptedLlm('bad-plans')
  const { call } = await openAskClient(modelAt(url), [note])
  expect(await call('ask', { ...passing, multi_hop: true })).toMatchObject({
    isError: false,
    json: {
      refusal_reason: 'multi_hop_decompose_failed',
      prompt_template_version: 'rag-multi-hop-v1',
      hops: [{ kind: 'decompose', sub_queries: [] }],
    },
  })
  expect(prompts).toHaveLength(1)
})

test('lets the model say that the passages do not answer', async () => {
  const { url } = await startScriptedLlm('bad-plans')
  const { call } = await openAskClient(modelAt(url), [note])
  expect(await call('ask', passing)).toMatchObject({
    isError: false,
    json: { refusal_reason: 'llm_self_judge' },
  })
})

test('quotes sentences in place of an unreachable model where that is configured', async () => {
  const env = {
    ...modelAt(`${await unusedAddress()}/v1`),
    TAMIS_RAG_FALL_BACK_TO_EXTRACTS: 'true',
  }
  const { call } = await openAskClient(env, [note])
  expect(await call('ask', passing)).toMatchObject({
    isError: false,
    json: {
      method: 'extractive',
      fallback_of: 'scripted',
      grounded: true,
      answer: 'This note is about a compound containing X and Y in detail. [1]',
      citations: [{ marker: '[1]', start_line: 3, end_line: 3 }],
    },
  })
})
