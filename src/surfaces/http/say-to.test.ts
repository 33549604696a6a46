import { expect, test } from 'vitest'
import { english, type Say } from '../../core/text/say.ts'
import { sayTo } from './say-to.ts'

const french: Say = () => 'en français'

test.each([
  { asked: 'fr', says: french },
  { asked: 'fr-CH, fr;q=0.9, en;q=0.8', says: french },
  { asked: 'en, fr;q=0.5', says: english },
  { asked: '', says: english },
  { asked: undefined, says: english },
])('a French daemon answers $asked', ({ asked, says }) => {
  expect(sayTo({ tag: 'fr', say: french })(asked)).toBe(says)
})

test('a daemon without another language speaks English to everyone', () => {
  expect(sayTo(undefined)('fr')).toBe(english)
})
