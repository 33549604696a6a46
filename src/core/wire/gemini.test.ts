import { expect, test } from 'vitest'
import { digest } from '../../adapters/node/digest.ts'
import { resultFacts } from '../mask/facts/result-facts.ts'
import { observations } from '../mask/facts/turns.ts'
import { resolvePolicy } from '../mask/policy.ts'
import { applyEdits } from '../mask/request/apply-edits.ts'
import { maskConversation } from '../mask/window/mask.ts'
import { gemini } from './gemini.ts'
import { findWireRoute } from './wire-routes.ts'

type Item = Readonly<Record<string, unknown>>

const policy = resolvePolicy({ commit_every_turns: 1, window_turns: 1, clear_inputs: true })
const long = 'x'.repeat(3000)

function turns(response: Item, call: Item = {}, part: Item = {}): readonly Item[] {
  return [0, 1].flatMap((n) => [
    { role: 'model', parts: [{ functionCall: { name: 'read', args: { n }, ...call }, ...part }] },
    { role: 'user', parts: [{ functionResponse: { name: 'read', response } }] },
  ])
}

function masked(contents: readonly Item[]): readonly Item[] {
  const { edits } = maskConversation(gemini.read(contents), policy, resultFacts(digest))
  return applyEdits(contents, edits)
}

const responseOf = (contents: readonly Item[]): unknown =>
  JSON.parse(JSON.stringify(contents))[1].parts[0].functionResponse.response

test.each([
  ['with a text', { output: long }, { output: expect.stringContaining('id=msk_') }],
  ['with more than a text', { output: long, code: 0 }, { output: expect.any(String), code: 0 }],
  ['with other fields', { files: [long] }, { output: expect.stringContaining('id=msk_') }],
])('an object %s stays an object', (_, response, expected) => {
  expect(responseOf(masked(turns(response)))).toEqual(expected)
})

test('a signed call is never touched, and its result may be', () => {
  const call = { args: { text: long } }
  const signed = masked(turns({ output: long }, call, { thoughtSignature: 's' }))
  const unsigned = masked(turns({ output: long }, call))
  expect(signed[0]).toEqual(turns({}, call, { thoughtSignature: 's' })[0])
  expect(responseOf(signed)).not.toEqual({ output: long })
  expect(unsigned[0]).not.toEqual(turns({}, call)[0])
})

test('results without ids answer the calls of their tool in order', () => {
  const call = (name: string, n: number): Item => ({ functionCall: { name, args: { n } } })
  const answer = (name: string, n: number): Item => ({
    functionResponse: { name, response: { output: `${name} ${n}` } },
  })
  const found = observations(
    gemini.read([
      { role: 'model', parts: [call('a', 1), call('b', 2), call('a', 3)] },
      { role: 'user', parts: [answer('b', 2), answer('a', 1), answer('a', 3)] },
    ]),
  )
  expect(found.map(({ result, call: { input } }) => [result.content, input])).toEqual([
    ['b 2', { n: 2 }],
    ['a 1', { n: 1 }],
    ['a 3', { n: 3 }],
  ])
})

test('the address names the model', () => {
  expect(findWireRoute('/v1beta/models/gemini-2.5-pro:streamGenerateContent')).toEqual({
    format: 'gemini',
    upstream: 'gemini',
    template: '/v1beta/models/{model}:streamGenerateContent',
    rest: '/models/gemini-2.5-pro:streamGenerateContent',
    model: 'gemini-2.5-pro',
  })
})

test('thoughts are counted with the answer, and the last count of a stream is the one', () => {
  const reader = gemini.usage()
  for (const candidatesTokenCount of [1, 5])
    reader.push(
      `data: ${JSON.stringify({
        usageMetadata: {
          promptTokenCount: 100,
          cachedContentTokenCount: 60,
          thoughtsTokenCount: 7,
          candidatesTokenCount,
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: 100 }],
        },
      })}\r\n\r\n`,
    )
  expect(reader.usage()).toEqual({
    inputTokens: 100,
    outputTokens: 12,
    cacheReadTokens: 60,
    cacheWriteTokens: 0,
  })
})
