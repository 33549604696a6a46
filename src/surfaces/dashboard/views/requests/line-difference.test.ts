import { expect, test } from 'vitest'
import { lineDifference } from './difference.tsx'

const show = (before: string, after: string): string =>
  lineDifference(before, after)
    .map(({ kind, text }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${text}`)
    .join('|')

test.each([
  { before: 'a\nb\nc\nd', after: 'a\n⟦2 lines⟧\nd', said: ' a|+⟦2 lines⟧|-b|-c| d' },
  { before: 'a\nb', after: '[hidden]', said: '+[hidden]|-a|-b' },
  { before: 'a\na\nb', after: 'a\nb', said: ' a|-a| b' },
  { before: 'a', after: 'a', said: ' a' },
])('$before becomes $after', ({ before, after, said }) => {
  expect(show(before, after)).toBe(said)
})
