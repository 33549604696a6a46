import { expect, test } from 'vitest'
import { startHttpServer } from '../support/http-server.ts'
import { modelAt, notes, openAskClient } from './knowledge/ask-client.ts'
import { startScriptedLlm } from './knowledge/scripted-llm.ts'

const claim = 'The mirror of the great telescope weighs 2,450 kilograms.'

/** What `ask` says when its model is scripted and entailment is judged as the variables say. */
async function askJudged(script: string, env: Readonly<Record<string, string>>) {
  const { url } = await startScriptedLlm(script)
  const judged = { ...modelAt(url), TAMIS_RAG_VERIFICATION: 'entailment', ...env }
  const { call } = await openAskClient(judged)
  await call('ingest_file', { path: notes })
  return call('ask', { query: 'How much does the mirror weigh?' })
}

async function startClassifier(score: number): Promise<Record<string, string>> {
  const url = await startHttpServer((_request, response, body) => {
    const { inputs } = JSON.parse(body) as { inputs: readonly string[][] }
    const verdict = [{ label: 'entailment', score }]
    expect(inputs.map(([, asked]) => asked)).toContain(claim)
    response.end(JSON.stringify(inputs.map(() => verdict)))
  })
  return { TAMIS_NLI_KIND: 'tei', TAMIS_NLI_BASE_URL: url }
}

test.each([
  {
    score: 0.97,
    expected: {
      grounded: true,
      refusal_reason: null,
      verification: { method: 'entailment', passed: true, unsupported: [] },
    },
  },
  {
    score: 0.02,
    expected: {
      grounded: false,
      refusal_reason: 'nli_verification_failed',
      citations: [],
      verification: { method: 'entailment', passed: false, unsupported: [claim] },
    },
  },
])('a classifier that says $score decides on the answer', async ({ score, expected }) => {
  const { isError, json } = await askJudged('good', await startClassifier(score))
  expect(isError).toBe(false)
  expect(json).toMatchObject(expected)
})

test('an answer that nobody could judge is refused', async () => {
  const { isError, json } = await askJudged('good', {
    TAMIS_NLI_KIND: 'tei',
    TAMIS_NLI_BASE_URL: 'http://127.0.0.1:1',
  })
  expect(isError).toBe(false)
  expect(json).toMatchObject({
    grounded: false,
    refusal_reason: 'nli_model_unavailable',
    verification: null,
  })
})

test('without a classifier the chat model judges', async () => {
  const { json } = await askJudged('judged', {})
  expect(json).toMatchObject({
    refusal_reason: 'nli_verification_failed',
    verification: { method: 'entailment', passed: false },
  })
})
