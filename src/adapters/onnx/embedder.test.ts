import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { installToyRuntime, writeToyModel } from '../../../test/support/toy-onnx-runtime.ts'
import { embedderContract } from '../../ports/embedder.contract.ts'
import type { ModelFacts } from '../../ports/model-shelf.ts'
import { onnxEmbedder } from './embedder.ts'
import { findOnShelf, modelShelf } from './model-shelf.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'onnx-embedder-'))
  await installToyRuntime(home)
})
afterAll(() => rm(home, { recursive: true }))

async function addToy(name: string, facts: ModelFacts = {}) {
  const source = join(home, 'source')
  await writeToyModel(source)
  await modelShelf(home, undefined).add(source, { ...facts, name })
  return () => onnxEmbedder({ home, ...findOnShelf(home, name), prefix: (role) => `${role}: ` })
}

embedderContract('an encoder from a folder', async () => (await addToy('contract'))())

describe('an encoder from a folder', () => {
  let mean: Awaited<ReturnType<typeof addToy>>
  beforeEach(async () => {
    mean = await addToy('mean')
  })

  test('files its vectors under its name and the digest of its weights', () => {
    expect(mean().model).toMatch(/^onnx:mean@[0-9a-f]{12}$/)
  })

  test('pools as its manifest says, and puts the role before the text', async () => {
    const cls = await addToy('cls', { pooling: 'cls' })
    const [byMean] = await mean().embed(['abc'], 'passage')
    const [byFirst] = await cls().embed(['abc'], 'passage')
    const [asQuery] = await mean().embed(['abc'], 'query')
    expect(byMean).not.toEqual(byFirst)
    expect(byMean).not.toEqual(asQuery)
  })

  test('reads no further than its window', async () => {
    const narrow = await addToy('narrow', { maxTokens: 14 })
    const [short, long, other] = await narrow().embed(['a b c d', 'a b c d e f', 'z'], 'passage')
    expect(long).toEqual(short)
    expect(other).not.toEqual(short)
  })

  test('refuses weights that changed on the shelf', async () => {
    const changed = await addToy('changed')
    await writeFile(join(home, 'models/changed/model.onnx'), Uint8Array.of(9))
    await expect(changed().embed(['a'], 'query')).rejects.toMatchObject({
      code: 'model_runtime_missing',
      message: 'The weights of changed changed.',
    })
  })

  test('says why a file cannot be run', async () => {
    const source = join(home, 'source')
    await writeToyModel(source, 255)
    await modelShelf(home, undefined).add(source, { name: 'junk' })
    const embedder = onnxEmbedder({ home, ...findOnShelf(home, 'junk'), prefix: () => '' })
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      code: 'model_reply_invalid',
      message: 'junk cannot be run: Error: this is no model',
    })
  })

  test('says how long its vectors really are', async () => {
    const wrong = await addToy('wrong', { dimensions: 5 })
    await expect(wrong().embed(['a'], 'query')).rejects.toMatchObject({
      code: 'dimension_mismatch',
      hint: 'Add it again with --dimensions 8.',
    })
  })

  test('says what to install where there is no runtime', async () => {
    const bare = await mkdtemp(join(tmpdir(), 'onnx-bare-'))
    await writeToyModel(join(bare, 'source'))
    await modelShelf(bare, undefined).add(join(bare, 'source'), { name: 'toy' })
    const embedder = onnxEmbedder({ home: bare, ...findOnShelf(bare, 'toy'), prefix: () => '' })
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject({
      code: 'model_runtime_missing',
      hint: expect.stringContaining(
        `npm install --ignore-scripts --prefix ${bare} onnxruntime-node`,
      ),
    })
    await rm(bare, { recursive: true })
  })
})
