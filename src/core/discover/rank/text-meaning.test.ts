import { expect, test } from 'vitest'
import type { Embedder } from '../../../ports/embedder.ts'
import type { Entry } from '../catalog/entries.ts'
import { readIntent } from './intent.ts'
import { buildSearchIndex } from './search-index.ts'
import { buildTextMeaning } from './text-meaning.ts'

const subjects = ['rain', 'boat', 'letter', 'song']

/** One axis a subject, and one on which all texts agree, as they do in the eyes of an encoder. */
function encoder(agreement: number): Embedder & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    model: 'subjects',
    dimensions: subjects.length + 1,
    reads: 'texts',
    asked,
    async embed(texts) {
      asked.push(...texts)
      return texts.map((text) => {
        const axes = subjects.map((subject) => text.toLowerCase().split(subject).length - 1)
        const length = Math.hypot(...axes) || 1
        const own = axes.map((count) => (count / length) * Math.sqrt(1 - agreement))
        return Float32Array.of(...own, Math.sqrt(agreement))
      })
    },
  }
}

const index = buildSearchIndex(
  ['rain forecast', 'boat tickets', 'write a letter', 'play a song'].map(
    (description): Entry => ({
      ...{ id: description, type: 'tool', servers: [], tags: [], intent: description },
      text: {
        ...{ name: '', description, parameters: '', notes: '', server: '', serverDescription: '' },
      },
    }),
  ),
)

const meaningOf = async (embedder: Embedder, intent: string) =>
  (await buildTextMeaning(embedder, index, new Map())).of(readIntent(intent))

test.each([0, 0.5, 0.8])(
  'an encoder that finds all texts alike by %d says the same',
  async (agreement) => {
    const plain = await meaningOf(encoder(0), 'will there be rain')
    const agreeing = await meaningOf(encoder(agreement), 'will there be rain')
    agreeing.whole.forEach((one, entry) => {
      expect(one).toBeCloseTo(plain.whole[entry] ?? 0, 5)
    })
    expect(agreeing.whole[0]).toBeGreaterThan(agreeing.whole[1] ?? 0)
  },
)

test('each tool of an intent with several parts is judged by the part it is for', async () => {
  const { whole, part } = await meaningOf(
    encoder(0.5),
    'Tell me about rain in Oslo. Then book boat seats for three.',
  )
  const [rain = 0, boat = 0, letter = 0] = [...whole].map((one, entry) => one + part(entry))
  expect(rain).toBeGreaterThan(letter)
  expect(boat).toBeCloseTo(rain, 5)
  const alone = await meaningOf(encoder(0.5), 'Tell me about rain in Oslo.')
  expect(rain).toBeGreaterThan(0.7 * (alone.whole[0] ?? 0))
})

test('a closer look at an intent of one part adds nothing', async () => {
  const { part } = await meaningOf(encoder(0.5), 'book a boat')
  expect([0, 1, 2, 3].map(part)).toEqual([0, 0, 0, 0])
})

test('of a long list of wishes a dozen are encoded', async () => {
  const embedder = encoder(0.5)
  const meanings = await buildTextMeaning(embedder, index, new Map())
  const wishes = Array.from({ length: 60 }, (_, at) => `Write letter ${at} about rain.`).join(' ')
  embedder.asked.length = 0
  await meanings.of(readIntent(wishes))
  expect(embedder.asked).toHaveLength(12)
})

const three = 'Book a boat. Then write a letter. Also sing a song.'
const partsOfThree = ['Book a boat', 'write a letter', 'sing a song.']

test.each([
  ['Book a boat', false, ['Book a boat']],
  [
    'Book a boat. Then write letters.',
    false,
    ['Book a boat. Then write letters.', 'Book a boat', 'write letters.'],
  ],
  [three, false, partsOfThree],
  [three, true, [three, ...partsOfThree]],
])('of %j, with a past: %s, so much is read', async (text, hasPast, read) => {
  const embedder = encoder(0.5)
  const meanings = await buildTextMeaning(embedder, index, new Map())
  embedder.asked.length = 0
  const { vector } = await meanings.of(readIntent(text), { hasPast })
  expect(embedder.asked).toEqual(read)
  expect(vector !== undefined).toBe(read.includes(text))
})

test('a catalog of one tool, which has nothing to be compared with, still answers', async () => {
  const one = buildSearchIndex(index.entries.slice(0, 1))
  const meanings = await buildTextMeaning(encoder(1), one, new Map())
  const { whole } = await meanings.of(readIntent('rain'))
  expect([...whole].every(Number.isFinite)).toBe(true)
})

test('texts that are known are not encoded again, and those that left are forgotten', async () => {
  const embedder = encoder(0.5)
  const known = new Map<string, Float32Array>()
  await buildTextMeaning(embedder, index, known)
  embedder.asked.length = 0
  await buildTextMeaning(embedder, buildSearchIndex(index.entries.slice(1)), known)
  expect(embedder.asked).toEqual([])
  expect(known.size).toBe(3)
})
