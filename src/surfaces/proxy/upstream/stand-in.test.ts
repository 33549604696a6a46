import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { standInOrigin, withStandIn } from './stand-in.ts'

const elsewhere: string[] = []
const { dispatch } = withStandIn({
  dispatch({ origin }) {
    elsewhere.push(String(origin))
    return true
  },
})

/** What it answers to a body. */
function ask(body: Buffer | Buffer[]): Promise<{ usage: object }> {
  const { promise, resolve } = Promise.withResolvers<{ usage: object }>()
  const options = { origin: standInOrigin, path: '/v1/chat/completions', method: 'POST', body }
  dispatch(options as unknown as Dispatcher.DispatchOptions, {
    onData(chunk) {
      resolve(JSON.parse(chunk.toString()))
      return true
    },
  })
  return promise
}

test('answers what is meant for it, and counts what it has seen before as cached', async () => {
  const first = await ask(Buffer.from('a'.repeat(400)))
  expect(first.usage).toMatchObject({ prompt_tokens: 100 })
  const pieces = [Buffer.from('a'.repeat(400)), Buffer.from('b'.repeat(40))]
  const second = await ask(pieces)
  expect(second.usage).toMatchObject({
    prompt_tokens: 110,
    prompt_tokens_details: { cached_tokens: 100 },
  })
})

test('lets everything else go where it is sent', () => {
  dispatch({ origin: 'https://api.openai.com', path: '/v1', method: 'GET' }, {})
  expect(elsewhere).toEqual(['https://api.openai.com'])
})
