import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embedderContract } from '../../ports/embedder.contract.ts'
import { staticEmbedder } from './embedder.ts'
import { staticAsset } from './table.ts'

const embedder = staticEmbedder()
embedderContract('the static table', () => staticEmbedder())

async function similarity(one: string, other: string): Promise<number> {
  const [a = new Float32Array(), b = new Float32Array()] = await embedder.embed(
    [one, other],
    'passage',
  )
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}

describe('the static table', () => {
  test.each([
    { near: ['delete a file', 'remove a document'], far: 'book a flight to Paris' },
    { near: ['the physician treated the patient', 'a doctor'], far: 'a volcano erupted' },
    { near: ['how do I sort an array', 'order the items of a list'], far: 'the stock price fell' },
  ])('puts $near closer together than $far', async ({ near: [one = '', other = ''], far }) => {
    expect(await similarity(one, other)).toBeGreaterThan(await similarity(one, far))
  })

  test('ignores case and accents', async () => {
    expect(await similarity('ÉLÈVE', 'eleve')).toBeCloseTo(1, 5)
  })

  test('ignores what is outside its vocabulary', async () => {
    expect(await similarity('database', 'database 😀')).toBeCloseTo(1, 5)
    const [vector] = await embedder.embed(['😀'], 'passage')
    expect(vector).toEqual(new Float32Array(embedder.dimensions))
  })

  test('gives finite vectors of length 1 or 0 for any string', async () => {
    const anyString = fc.string({ unit: 'binary', maxLength: 400 })
    await fc.assert(
      fc.asyncProperty(anyString, async (text) => {
        const [vector = new Float32Array()] = await embedder.embed([text], 'query')
        const length = Math.hypot(...vector)
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a table that is not ours', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'static-embedder-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each([
    { kind: 'absent', bytes: undefined, says: 'cannot be read' },
    { kind: 'empty', bytes: '', says: 'not the one' },
    { kind: 'damaged', bytes: 'TAMISTAB and then noise', says: 'not the one' },
  ])('is refused when $kind, and says what to do', async ({ kind, bytes, says }) => {
    const path = join(folder, kind)
    if (bytes !== undefined) await writeFile(path, bytes)
    const broken = staticEmbedder({ ...staticAsset, url: pathToFileURL(path) })
    await expect(broken.embed(['text'], 'query')).rejects.toMatchObject({
      code: 'model_runtime_missing',
      message: expect.stringContaining(says),
      hint: expect.stringContaining('Install'),
    })
  })
})
