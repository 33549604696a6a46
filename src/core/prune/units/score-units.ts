import type { TermIndex } from './term-index.ts'

/** Consecutive lines scored as one passage; indexes are 0-based and inclusive. */
export interface Unit {
  readonly first: number
  readonly last: number
  /** Line whose words count more: a heading, a signature; -1 where there is none. */
  readonly title: number
}

/** What to look for: term id of the index to weight. */
export type Query = ReadonlyMap<number, number>

interface UnitScoring {
  readonly titleWeight: number
  /** How much long units are discounted, in 0..1. */
  readonly lengthNorm: number
  /** Exponent of the rarity of a term. */
  readonly rarityPower: number
}

const saturation = 1.2

/** BM25 of each unit against the query, rarity counted over `rarity`. */
export function scoreUnits(
  index: TermIndex,
  units: readonly Unit[],
  query: Query,
  rarity: (term: number) => number,
  scoring: UnitScoring,
): Float64Array {
  const lengths = units.map((unit) => termCount(index, unit))
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / (units.length || 1) || 1
  const scores = new Float64Array(units.length)
  units.forEach((unit, at) => {
    const norm = 1 - scoring.lengthNorm + (scoring.lengthNorm * (lengths[at] ?? 0)) / meanLength
    for (const [term, count] of countTerms(index, unit, query, scoring.titleWeight)) {
      const weight = (query.get(term) ?? 0) * rarity(term) ** scoring.rarityPower
      scores[at] =
        (scores[at] ?? 0) + (weight * count * (saturation + 1)) / (count + saturation * norm)
    }
  })
  return scores
}

/** In how many units each term occurs. */
export function unitFrequencies(index: TermIndex, units: readonly Unit[]): Uint32Array {
  const frequency = new Uint32Array(index.names.length)
  const lastUnit = new Int32Array(index.names.length).fill(-1)
  units.forEach((unit, at) => {
    forEachTerm(index, unit, (term) => {
      if (lastUnit[term] === at) return
      lastUnit[term] = at
      frequency[term] = (frequency[term] ?? 0) + 1
    })
  })
  return frequency
}

/** BM25's rarity: 0 for a term found everywhere. */
export function rarityOf(frequency: number, count: number): number {
  return Math.log(1 + (count - frequency + 0.5) / (frequency + 0.5))
}

export function forEachTerm(
  index: TermIndex,
  unit: { readonly first: number; readonly last: number },
  visit: (term: number) => void,
): void {
  const end = index.offsets[unit.last + 1] ?? 0
  for (let at = index.offsets[unit.first] ?? 0; at < end; at++) visit(index.terms[at] ?? 0)
}

function termCount(index: TermIndex, unit: Unit): number {
  return (index.offsets[unit.last + 1] ?? 0) - (index.offsets[unit.first] ?? 0)
}

function countTerms(
  index: TermIndex,
  unit: Unit,
  query: Query,
  titleWeight: number,
): Map<number, number> {
  const counts = new Map<number, number>()
  const add = (term: number, weight: number) => {
    if (query.has(term)) counts.set(term, (counts.get(term) ?? 0) + weight)
  }
  forEachTerm(index, unit, (term) => add(term, 1))
  if (unit.title >= 0) {
    const isInside = unit.title >= unit.first && unit.title <= unit.last
    const extra = isInside ? titleWeight - 1 : titleWeight
    forEachTerm(index, { first: unit.title, last: unit.title }, (term) => add(term, extra))
  }
  return counts
}
