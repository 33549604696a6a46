import { expect, test } from 'vitest'
import { type Rarity, tellingTerms } from './rarity.ts'

const rarityOf = (chunks: number, counts: Readonly<Record<string, number>>): Rarity => ({
  chunks,
  frequency: (term) => counts[term] ?? 0,
  of: (term) => 1 / (1 + (counts[term] ?? 0)),
})

test.each([
  { terms: ['how', 'cooki'], forms: ['how'], kept: ['cooki'] },
  { terms: ['how', 'cooki'], forms: [], kept: ['how', 'cooki'] },
  { terms: ['how', 'who'], forms: ['how', 'who'], kept: ['who', 'how'] },
  { terms: ['how', 'nowher'], forms: ['how'], kept: ['how'] },
])('of $terms without $forms looks for $kept', ({ terms, forms, kept }) => {
  const rarity = rarityOf(5000, { how: 12, who: 3, cooki: 90 })
  expect(tellingTerms(terms, rarity, new Set(forms))).toEqual(kept)
})
