import { expect, test } from 'vitest'
import type { Entry } from '../catalog/entries.ts'
import { buildSearchIndex } from './search-index.ts'
import { buildSubjects } from './word-meaning.ts'

const described = (id: string, description: string): Entry => ({
  ...{ id, type: 'tool', servers: [], tags: [], intent: description },
  text: {
    ...{ name: '', description, parameters: '', notes: '', server: '', serverDescription: '' },
  },
})

/** Each word of the vocabulary points along its own axis. */
async function subjectsOf(...descriptions: readonly string[]) {
  const index = buildSearchIndex(descriptions.map((text, at) => described(`t${at}`, text)))
  const size = index.vocabulary.size
  const table = Float32Array.from({ length: size * size }, (_, at) =>
    Math.floor(at / size) === at % size ? 1 : 0,
  )
  const subjects = await buildSubjects(index, table, size)
  const row = (entry: number) => subjects.table.subarray(entry * size, (entry + 1) * size)
  const axisOf = (word: string) => [...index.vocabulary.keys()].indexOf(word)
  return { subjects, row, axisOf }
}

test('a word that only one entry has says more than one that all have', async () => {
  const { row, axisOf } = await subjectsOf('fetch weather', 'fetch recipes', 'fetch flights')
  expect(row(0)[axisOf('weather')]).toBeGreaterThan(2 * (row(0)[axisOf('fetch')] ?? 0))
})

test('words the catalog does not have say nothing', async () => {
  const { subjects } = await subjectsOf('fetch weather', 'fetch recipes')
  expect(subjects.of(['weather', 'tomorrow'])).toEqual(subjects.of(['weather']))
  expect(Math.max(...subjects.of(['tomorrow']))).toBe(0)
})
