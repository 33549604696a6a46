import { expect, test } from 'vitest'
import { EngineError } from '../../errors.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { restingEmbedder, restMs } from './resting-embedder.ts'

/** A server that answers, or fails with a code, and counts how often it is asked. */
function stage() {
  let failure: string | undefined
  let time = 0
  let asked = 0
  const server: Embedder = {
    model: 'toy',
    dimensions: 1,
    reads: 'texts',
    async embed(texts) {
      asked += 1
      if (failure === 'timeout' || failure === 'model_unreachable')
        throw new EngineError(failure, 'No answer.')
      return texts.map(() => Float32Array.of(1))
    },
  }
  const embedder = restingEmbedder(server, () => time)
  return {
    ask: () =>
      embedder.embed(['text'], 'query').then(
        () => 'answered',
        ({ code }) => code,
      ),
    asked: () => asked,
    failWith(code: string | undefined) {
      failure = code
    },
    wait(ms: number) {
      time += ms
    },
  }
}

test('a server that was silent once is left alone for a while, and then asked again', async () => {
  const { ask, asked, failWith, wait } = stage()
  expect(await ask()).toBe('answered')
  failWith('timeout')
  expect(await ask()).toBe('timeout')
  failWith(undefined)
  wait(restMs - 1)
  expect(await ask()).toBe('timeout')
  expect(asked()).toBe(2)
  wait(1)
  expect(await ask()).toBe('answered')
  expect(await ask()).toBe('answered')
  expect(asked()).toBe(4)
})

test('after a rest one call finds out, and the others do not wait for it', async () => {
  const { ask, asked, failWith, wait } = stage()
  failWith('timeout')
  await ask()
  wait(restMs)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['timeout', 'timeout', 'timeout'])
  expect(asked()).toBe(2)
})

test('a server that says no at once is asked each time', async () => {
  const { ask, asked, failWith } = stage()
  failWith('model_unreachable')
  expect([await ask(), await ask()]).toEqual(['model_unreachable', 'model_unreachable'])
  expect(asked()).toBe(2)
})

test('a caller that stops waiting says nothing about the server', async () => {
  let asked = 0
  const silent: Embedder = {
    model: 'toy',
    dimensions: 1,
    reads: 'texts',
    embed(_texts, _role, signal) {
      asked += 1
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    },
  }
  const embedder = restingEmbedder(silent, () => 0)
  for (const reason of [new Error('first'), new Error('second')]) {
    const controller = new AbortController()
    const asking = embedder.embed(['text'], 'query', controller.signal)
    controller.abort(reason)
    await expect(asking).rejects.toBe(reason)
  }
  expect(asked).toBe(2)
})
