import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionThreads } from './session-threads.ts'

/**
 * A runtime that computes as the real one does, without letting anything else run on its thread:
 * until as many files lie in its model's folder as the first token id says.
 */
const holdingRuntime = `
const { readdirSync, writeFileSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { threadId } = require('node:worker_threads')
exports.Tensor = class { constructor(type, data) { this.data = data } }
exports.InferenceSession = {
  async create(path) {
    const folder = join(dirname(path), 'arrived')
    readdirSync(folder)
    return {
      inputNames: ['input_ids'],
      outputNames: ['first'],
      async run({ input_ids: { data: [wanted, name] } }) {
        if (wanted < 0) process.exit()
        writeFileSync(join(folder, String(name)), '')
        const patience = Date.now() + 5000
        while (readdirSync(folder).length < Number(wanted))
          if (Date.now() > patience) throw new Error('nobody else came')
        return { first: { dims: [1], data: Float32Array.of(threadId) } }
      },
    }
  },
}`

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onnx-threads-'))
  await writeFile(join(folder, 'runtime.cjs'), holdingRuntime)
})
afterEach(() => rm(folder, { recursive: true }))

const threads = (most: number) =>
  sessionThreads({ runtime: join(folder, 'runtime.cjs'), model: join(folder, 'model.onnx') }, most)

const arrivals = () => mkdir(join(folder, 'arrived'))

test('a run does not hold up the thread that asked for it', async () => {
  await arrivals()
  const reply = threads(1)([2, 1])
  await writeFile(join(folder, 'arrived/ours'), '')
  expect(await reply).toMatchObject({ output: { dims: [1] } })
})

test('two runs go on at the same time', async () => {
  await arrivals()
  const run = threads(2)
  const replies = await Promise.all([run([2, 1]), run([2, 2])])
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(2)
})

test('more runs than threads wait for their turn', async () => {
  await arrivals()
  const run = threads(2)
  const replies = await Promise.all([1, 2, 3, 4, 5].map((name) => run([1, name])))
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBeLessThanOrEqual(2)
  expect(replies.every((reply) => 'output' in reply)).toBe(true)
})

test('a run that fails says why, and its thread goes on', async () => {
  await arrivals()
  const run = threads(1)
  expect(await run([0.5, 1])).toMatchObject({ problem: expect.stringContaining('RangeError') })
  expect(await run([1, 2])).toHaveProperty('output')
})

test('a model that cannot be opened says so, and is tried again', async () => {
  const run = threads(1)
  expect(await run([1, 1])).toMatchObject({ problem: expect.stringContaining('ENOENT') })
  await arrivals()
  expect(await run([1, 1])).toHaveProperty('output')
})

test('a thread that ends says so, and the next run has a new one', async () => {
  await arrivals()
  const run = threads(1)
  expect(await run([-1, 1])).toEqual({ problem: 'Its thread ended.' })
  expect(await run([1, 1])).toHaveProperty('output')
})
