import { wordsOf } from './intent.ts'
import type { SearchIndex } from './search-index.ts'
import { toUnit } from './vector-table.ts'

/** Texts as the sum of their words' vectors, each as much as it tells this catalog's entries apart. */
export interface Subjects {
  /** One row of length 1 an entry. */
  readonly table: Float32Array
  /** The same for other words; those the catalog does not have say nothing. */
  of(words: readonly string[]): Float32Array
}

/** So many entries take a few milliseconds. */
const sliceEntries = 200

/** `table` has a row for each word of the vocabulary, in its order; `rest` lets others run in between. */
export async function buildSubjects(
  { entries, vocabulary, all }: SearchIndex,
  table: Float32Array,
  dimensions: number,
  rest: () => Promise<void> = async () => undefined,
): Promise<Subjects> {
  const rows = new Map([...vocabulary].map(([word, term], row) => [word, { row, term }]))

  function of(words: readonly string[]): Float32Array {
    const sum = new Float32Array(dimensions)
    for (const word of new Set(words)) {
      const found = rows.get(word)
      if (found === undefined) continue
      const [rarity, at] = [all.rarity(found.term), found.row * dimensions]
      for (let axis = 0; axis < dimensions; axis++)
        sum[axis] = (sum[axis] ?? 0) + rarity * (table[at + axis] ?? 0)
    }
    return toUnit(sum)
  }

  const subjects = new Float32Array(entries.length * dimensions)
  for (const [entry, { text }] of entries.entries()) {
    subjects.set(of(wordsOf(Object.values(text).join(' '))), entry * dimensions)
    if (entry % sliceEntries === sliceEntries - 1) await rest()
  }
  return { table: subjects, of }
}
