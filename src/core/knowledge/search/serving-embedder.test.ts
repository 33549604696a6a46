import { describe, expect, test } from 'vitest'
import { inMemoryDocuments } from '../../../adapters/in-memory/documents.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { EngineError } from '../../../errors.ts'
import type { Embedder } from '../../../ports/embedder.ts'
import { embedChunks, embedSome } from '../ingest/embed-chunks.ts'
import { ingestTexts } from '../ingest/ingest-text.ts'
import { servingEmbedder } from './serving-embedder.ts'

const named = (model: string, dimensions: number): Embedder => ({
  model,
  dimensions,
  reads: 'texts',
  embed: async (texts) => texts.map(() => Float32Array.from({ length: dimensions }, () => 0.1)),
})
const older = named('older', 4)
const newer = named('newer', 6)
const gone: Embedder = {
  ...older,
  embed: async () => {
    throw new EngineError('model_not_pulled', 'It was removed')
  },
}

async function changeModel(earlier: Embedder | undefined) {
  const documents = inMemoryDocuments()
  const texts = Array.from({ length: 150 }, (_, at) => ({ id: `d${at}`, text: `Text ${at}.` }))
  await ingestTexts({ documents, digest, now: () => 0 }, texts, { source: 's', trust: 'low' })
  await embedChunks(documents, older)
  let time = 0
  const serving = servingEmbedder({
    openDocuments: () => documents,
    embedder: newer,
    earlierEmbedder: (model) => (model === 'older' ? earlier : undefined),
    now: () => time,
  })
  return {
    documents,
    modelLater: async () => {
      time += 10_000
      return (await serving()).embedder?.model
    },
  }
}

describe('after a change of model', () => {
  test('the earlier vectors serve until the new ones are complete', async () => {
    const { documents, modelLater } = await changeModel(older)
    expect(await modelLater()).toBe('older')
    await embedSome(documents, newer)
    expect(await modelLater()).toBe('older')
    await embedChunks(documents, newer)
    expect(await modelLater()).toBe('newer')
  })

  test.each([
    { earlier: undefined, why: 'nobody knows' },
    { earlier: gone, why: 'no longer answers' },
  ])('a model that $why serves nothing', async ({ earlier }) => {
    expect(await (await changeModel(earlier)).modelLater()).toBe('newer')
  })
})

test('what cosines count from is measured again after the model was away', async () => {
  let isAway = true
  const serving = servingEmbedder({
    openDocuments: () => inMemoryDocuments(),
    embedder: {
      ...newer,
      embed: (texts, role) => (isAway ? gone : newer).embed(texts, role),
    },
    now: () => 0,
  })
  const { background } = await serving()
  await expect(background()).rejects.toMatchObject({ code: 'model_not_pulled' })
  isAway = false
  expect(await background()).toBeGreaterThan(0)
})
