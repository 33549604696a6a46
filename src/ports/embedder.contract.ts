import { beforeAll, describe, expect, test } from 'vitest'
import type { Embedder } from './embedder.ts'

const awkward = [
  { kind: 'a plain sentence', text: 'The build fails on the second run.' },
  { kind: 'one word', text: 'timeout' },
  { kind: 'accents', text: 'Où est l’élève ?' },
  { kind: 'lone surrogates', text: 'before \uD800 between \uDFFF after' },
  { kind: 'control characters', text: 'a\u0000b\u0007c\uFEFFd' },
  { kind: 'a special token spelled out', text: '[CLS] hello [SEP] <|endoftext|>' },
  { kind: 'names every object has', text: 'constructor __proto__ toString' },
  { kind: 'a very long text', text: 'the quick brown fox jumps over the lazy dog. '.repeat(3000) },
]

/** What every embedder must do, whatever stands behind it. */
export function embedderContract(name: string, create: () => Promise<Embedder> | Embedder): void {
  describe(`${name} as an embedder`, () => {
    let embedder: Embedder
    beforeAll(async () => {
      embedder = await create()
    })

    test('names its build and its dimensions', () => {
      expect(embedder.model).toMatch(/\S/)
      expect(embedder.dimensions).toBeGreaterThan(0)
    })

    test.each(awkward)('gives $kind a vector of length 1', async ({ text }) => {
      const [vector] = await embedder.embed([text], 'passage')
      expect(vector).toHaveLength(embedder.dimensions)
      expect(lengthOf(vector)).toBeCloseTo(1, 4)
    })

    test.each(['', '   ', '\n\t\n'])('gives %j zeros', async (text) => {
      const [vector] = await embedder.embed([text], 'query')
      expect(vector).toEqual(new Float32Array(embedder.dimensions))
    })

    test('gives no vectors for no texts', async () => {
      expect(await embedder.embed([], 'passage')).toEqual([])
    })

    test('gives the same text the same vector, today and in another instance', async () => {
      const other = await create()
      const text = ['same in, same out']
      const [first] = await embedder.embed(text, 'passage')
      expect((await embedder.embed(text, 'passage'))[0]).toEqual(first)
      expect((await other.embed(text, 'passage'))[0]).toEqual(first)
    })

    test('keeps the order of a batch, and a batch is its texts one by one', async () => {
      const texts = ['', ...awkward.slice(0, 7).map(({ text }) => text), '', 'timeout']
      const together = await embedder.embed(texts, 'passage')
      const apart: (Float32Array | undefined)[] = []
      for (const text of texts) apart.push((await embedder.embed([text], 'passage'))[0])
      expect(together.map(rounded)).toEqual(apart.map(rounded))
    })

    test('refuses to start under an aborted signal, with its reason', async () => {
      const reason = new Error('enough')
      const asked = embedder.embed(['text'], 'query', AbortSignal.abort(reason))
      await expect(asked).rejects.toBe(reason)
    })

    test('stops a large batch when the caller aborts', async () => {
      const controller = new AbortController()
      const reason = new Error('enough')
      const texts = Array.from({ length: 2000 }, (_, index) => `text ${index} `.repeat(100))
      const asked = embedder.embed(texts, 'passage', controller.signal)
      setImmediate(() => controller.abort(reason))
      await expect(asked).rejects.toBe(reason)
    })
  })
}

function lengthOf(vector: Float32Array | undefined): number {
  return Math.hypot(...(vector ?? []))
}

/** Models that compute a batch at once may differ in the last bits. */
function rounded(vector: Float32Array | undefined): readonly number[] {
  return Array.from(vector ?? [], (value) => Math.round(value * 1e4) / 1e4 + 0)
}
