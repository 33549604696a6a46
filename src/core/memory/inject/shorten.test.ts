import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shorten, shownChars } from './fill-section.ts'

const item = (text: string) => ({ id: 'lrn_a', facts: [], text })

test('a text that fits stays as it is', () => {
  expect(shorten(item('x'.repeat(shownChars)))).toEqual({
    shown: item('x'.repeat(shownChars)),
    rest: '',
  })
})

test('a longer one is cut between words, and says how to get the rest', () => {
  const { shown, rest } = shorten(item(`${'word '.repeat(1000)}`))
  expect(shown.text).toMatch(/word … \(\d+ more characters: tamis memory show lrn_a\)$/)
  expect(shown.text.length).toBeLessThan(shownChars + 80)
  expect(rest.length).toBeGreaterThan(2900)
})

test('no character is cut in two, and nothing is lost', () => {
  const text = fc.string({
    unit: fc.constantFrom('🙂', 'a', ' '),
    minLength: 1500,
    maxLength: 3000,
  })
  fc.assert(
    fc.property(text, (any) => {
      const { shown, rest } = shorten(item(any))
      expect(shown.text.isWellFormed()).toBe(true)
      if (rest !== '') expect(any.endsWith(rest)).toBe(true)
    }),
  )
})
