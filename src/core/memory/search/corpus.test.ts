import { expect, test } from 'vitest'
import type { Embedder } from '../../../ports/embedder.ts'
import { corpusOf } from './corpus.ts'

const subjects = ['rain', 'boat', 'letter', 'song']

/** Sees subjects, whatever the words, and finds any two texts alike by `agreement`, as encoders do. */
function encoder(agreement: number): Embedder {
  const own = Math.sqrt(1 - agreement)
  return {
    model: 'subjects',
    dimensions: subjects.length + 9,
    reads: 'texts',
    embed: async (texts) =>
      texts.map((text, at) => {
        const subject = subjects.findIndex((one) => text.includes(one))
        const vector = new Float32Array(subjects.length + 9)
        // What has no subject is unlike everything else.
        vector[subject === -1 ? subjects.length + (at % 8) : subject] = own
        vector[subjects.length + 8] = Math.sqrt(agreement)
        return vector
      }),
  }
}

const similarities = async (embedder: Embedder, query: string): Promise<readonly number[]> => {
  const corpus = corpusOf(
    {
      digest: (text) => text,
      vectors: {
        find: async () => new Map(),
        keep: async () => undefined,
        retainOnly: async () => undefined,
        count: async () => 0,
      },
      embedder,
      now: () => 0,
    },
    ['take an umbrella against rain', 'the boat sails at noon'],
  )
  const { similarities } = await corpus.rank(query)
  return [...similarities]
}

test.each([0, 0.4, 0.7])(
  'where a model finds all texts alike by %d, what is unrelated has no similarity',
  async (agreement) => {
    const [related = 0, unrelated] = await similarities(encoder(agreement), 'is it going to rain')
    expect(related).toBeGreaterThan(0.3)
    expect(unrelated).toBe(0)
  },
)

test('a related text keeps its similarity, whatever the model finds alike', async () => {
  const [plain] = await similarities(encoder(0), 'is it going to rain')
  const [agreeing] = await similarities(encoder(0.7), 'is it going to rain')
  expect(agreeing).toBe(plain)
})
