import { expect, test } from 'vitest'
import { startHttpServer } from '../../../test/support/http-server.ts'
import { nliEntailment } from './entailment.ts'

const pair = { premise: 'The dome is white.', claim: 'The dome has a colour.' }

test('asks for pairs of premise and claim and reads the label of entailment', async () => {
  const bodies: unknown[] = []
  const baseUrl = await startHttpServer((request, response, body) => {
    expect(request.url).toBe('/predict')
    const { inputs } = JSON.parse(body) as { inputs: readonly unknown[] }
    bodies.push(inputs)
    const verdict = [
      { label: 'CONTRADICTION', score: 0.1 },
      { label: 'ENTAILMENT', score: 0.7 },
    ]
    response.end(JSON.stringify(inputs.map(() => verdict)))
  })
  const pairs = Array.from({ length: 18 }, () => pair)
  const found = await nliEntailment({ baseUrl, timeoutMs: 2000 }).likelihoods(pairs)
  expect(found).toEqual(pairs.map(() => 0.7))
  expect(bodies.map((inputs) => (inputs as unknown[]).length)).toEqual([16, 2])
  expect(bodies[1]).toEqual([
    [pair.premise, pair.claim],
    [pair.premise, pair.claim],
  ])
})

test.each([
  { reply: '[[{"label": "positive", "score": 1}]]', why: 'labels of another task' },
  { reply: '[]', why: 'no verdict' },
  { reply: 'not JSON', why: 'no JSON' },
])('refuses $why', async ({ reply }) => {
  const baseUrl = await startHttpServer((_request, response) => void response.end(reply))
  await expect(nliEntailment({ baseUrl, timeoutMs: 2000 }).likelihoods([pair])).rejects.toThrow(
    expect.objectContaining({ code: 'model_reply_invalid' }),
  )
})

test('says that nobody answers', async () => {
  const verifier = nliEntailment({ baseUrl: 'http://127.0.0.1:1', timeoutMs: 500 })
  await expect(verifier.likelihoods([pair])).rejects.toMatchObject({ code: 'model_unreachable' })
})
