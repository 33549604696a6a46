import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test } from 'vitest'
import { tokenizerContract } from '../../ports/tokenizer.contract.ts'
import { tokenizerThread } from './tokenizer-thread.ts'

const startCounter = (): Worker =>
  new Worker(new URL('../../compose/token-counter.ts', import.meta.url), { execArgv: [], env: {} })

const thread = tokenizerThread('o200k_base', startCounter)
afterAll(() => thread.close())

describe('o200k tokenizer in a thread', () => tokenizerContract(() => thread))

test('a thread that ends tells all who wait, and the next text starts another', async () => {
  const endsAtOnce =
    'require("node:worker_threads").parentPort.on("message", () => process.exit(3))'
  let starts = 0
  const own = tokenizerThread('o200k_base', () =>
    ++starts === 1 ? new Worker(endsAtOnce, { eval: true }) : startCounter(),
  )
  const refused = await Promise.allSettled([own.count(['one']), own.count(['two'])])
  for (const one of refused)
    expect(one).toMatchObject({ status: 'rejected', reason: { cause: 'it ended by itself' } })
  expect(await own.count(['hello'])).toEqual([1])
  await own.close()
  await own.close()
})
