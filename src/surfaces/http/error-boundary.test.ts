import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listenLocally } from '../../../test/support/listen-locally.ts'
import { EngineError } from '../../errors.ts'
import { type Answer, withErrorBoundary } from './error-boundary.ts'

async function serve(answer: Answer): Promise<{ url: string; faults: unknown[] }> {
  const faults: unknown[] = []
  const boundary = withErrorBoundary(answer, (error) => faults.push(error))
  const { url, close } = await listenLocally(createServer(boundary))
  onTestFinished(close)
  return { url, faults }
}

test('a refusal is answered with its status, and is no fault', async () => {
  const { url, faults } = await serve(async () => {
    throw new EngineError('not_found', 'Nothing here')
  })
  expect((await fetch(url)).status).toBe(404)
  expect(faults).toEqual([])
})

test('anything else is answered with 500, and is one', async () => {
  const { url, faults } = await serve(async () => {
    throw new TypeError('inside')
  })
  const answer = await fetch(url)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toContain('inside')
  expect(faults).toEqual([new TypeError('inside')])
})

test('a head that was spoiled before the refusal does not spoil it too', async () => {
  const { url, faults } = await serve(async (_, response) => {
    response.statusMessage = '成功'
    throw new EngineError('not_found', 'Nothing here')
  })
  expect((await fetch(url)).status).toBe(404)
  expect(faults).toEqual([])
})

test('where no refusal can be sent the connection is closed', async () => {
  const { url, faults } = await serve(async (_, response) => {
    response.writeHead = () => {
      throw new TypeError('spoiled')
    }
    throw new EngineError('not_found', 'Nothing here')
  })
  await expect(fetch(url)).rejects.toThrow('fetch failed')
  expect(faults).toEqual([new TypeError('spoiled')])
})

test('what is written after the end of an answer is a fault, and stops nobody', async () => {
  const { url, faults } = await serve(async (_, response) => {
    response.end('done')
    response.write('more')
  })
  expect(await (await fetch(url)).text()).toBe('done')
  await expect.poll(() => faults).toMatchObject([{ code: 'ERR_STREAM_WRITE_AFTER_END' }])
})
