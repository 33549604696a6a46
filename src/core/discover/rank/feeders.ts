import { stem } from '../../text/stem.ts'
import type { Entry } from '../catalog/entries.ts'
import { searchedTerms } from './intent.ts'

/** For each entry, the entries that need an id which it gives; one that gives none has no list. */
export type Fed = ReadonlyMap<number, readonly number[]>

const longestFed = 100

/** Who yields which id is read from names and first sentences: `get artist ID by name` feeds `artistId`. */
export function findFed(entries: readonly Entry[], serverOf: readonly number[]): Fed {
  const needs = new Map<string, number[]>()
  entries.forEach(({ ids = [] }, entry) => {
    for (const id of ids) {
      const key = keyOf(serverOf[entry], id)
      needs.set(key, [...(needs.get(key) ?? []), entry])
    }
  })
  const fed = new Map<number, readonly number[]>()
  entries.forEach(({ text, ids = [] }, entry) => {
    const own = new Set(ids)
    const found = givenIds(text.name)
      .filter((id) => !own.has(id))
      .flatMap((id) => needs.get(keyOf(serverOf[entry], id)) ?? [])
    if (found.length > 0) fed.set(entry, [...new Set(found)].slice(0, longestFed))
  })
  return fed
}

/** A part of the best that an entry feeds, where that is more than its own. */
export function withFed(sums: Float64Array, fed: Fed): Float64Array {
  const lifted = sums.slice()
  for (const [entry, needing] of fed) {
    const best = needing.reduce((most, other) => Math.max(most, sums[other] ?? 0), 0)
    const own = sums[entry] ?? 0
    if (best > own) lifted[entry] = own + share * (best - own)
  }
  return lifted
}

/** Flat from a third to a half on public sets. */
const share = 0.3

const finders = new Set(
  ['search', 'find', 'list', 'lookup', 'query', 'get', 'resolve', 'browse'].map((verb) =>
    stem(verb, 'en'),
  ),
)

/** What a tool may know the ids of: who searches or lists things, by the words of its name. */
function givenIds(name: string): readonly string[] {
  const terms = searchedTerms(name)
  return terms.some((term) => finders.has(term)) ? terms.filter((term) => !finders.has(term)) : []
}

function keyOf(server: number | undefined, id: string): string {
  return `${server} ${id}`
}
