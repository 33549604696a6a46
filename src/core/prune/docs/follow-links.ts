import { forEachTerm, type Unit } from '../units/score-units.ts'
import type { TermIndex } from '../units/term-index.ts'

const shareOfTitle = 0.6
const shareOfScore = 0.5
/** Sections that lend: more would cost much and say little. */
const lenders = 24

/**
 * Second hop: a section named in a good section matters too. Each section may inherit half of the
 * score of the best section whose text holds most of its title, rare words counting most.
 */
export function followLinks(
  index: TermIndex,
  sections: readonly Unit[],
  scores: Float64Array,
  rarity: (term: number) => number,
): Float64Array {
  const titles = sections.map((section) => titleTerms(index, section))
  const best = [...scores.keys()]
    .filter((at) => (scores[at] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .slice(0, lenders)
  const inherited = new Float64Array(sections.length)
  for (const lender of best) {
    const section = sections[lender]
    if (section === undefined) continue
    const words = new Set<number>()
    forEachTerm(index, section, (term) => words.add(term))
    titles.forEach((title, at) => {
      const share = at === lender ? 0 : coverage(title, words, rarity)
      const lent = share > shareOfTitle ? shareOfScore * share * (scores[lender] ?? 0) : 0
      inherited[at] = Math.max(inherited[at] ?? 0, lent)
    })
  }
  return scores.map((score, at) => score + (inherited[at] ?? 0))
}

function titleTerms(index: TermIndex, section: Unit): ReadonlySet<number> {
  const terms = new Set<number>()
  if (section.title >= 0) {
    forEachTerm(index, { first: section.title, last: section.title }, (term) => terms.add(term))
  }
  return terms
}

function coverage(
  title: ReadonlySet<number>,
  words: ReadonlySet<number>,
  rarity: (term: number) => number,
): number {
  let met = 0
  let all = 0
  for (const term of title) {
    const weight = rarity(term)
    all += weight
    if (words.has(term)) met += weight
  }
  return all > 0 ? met / all : 0
}
