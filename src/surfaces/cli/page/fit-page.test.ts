import { expect, test } from 'vitest'
import { fitPage } from './style.ts'

const page = [
  'A sentence that is longer than the line',
  '',
  '  --goal TEXT  What you want to find out',
  '  tamis prune build.log --goal "first error"',
].join('\n')

test('folds meanings below themselves, and leaves commands in one piece', () => {
  expect(fitPage(page, 36)).toBe(
    [
      'A sentence that is longer than the',
      'line',
      '',
      '  --goal TEXT  What you want to find',
      '               out',
      '  tamis prune build.log --goal "first error"',
    ].join('\n'),
  )
})

test.each([undefined, 80, 30])('leaves a page of %s columns that has no use for it', (columns) => {
  const plain = '  --goal TEXT  What you want to find out'
  expect(fitPage(plain, columns)).toBe(plain)
})
