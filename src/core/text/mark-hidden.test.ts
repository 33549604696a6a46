import { expect, test } from 'vitest'
import { markHidden } from './mark-hidden.ts'

test.each([
  { text: 'plain\n\ttext', marked: 'plain\n\ttext' },
  { text: 'a\u202eb', marked: 'a⟨U+202E⟩b' },
  { text: 'a\u200bb', marked: 'a⟨U+200B⟩b' },
  { text: 'a\u001bb', marked: 'a␛b' },
  { text: 'a\u{e0041}b', marked: 'a⟨U+E0041⟩b' },
  { text: '👩\u200d💻', marked: '👩\u200d💻' },
])('$marked', ({ text, marked }) => {
  expect(markHidden(text)).toBe(marked)
})
