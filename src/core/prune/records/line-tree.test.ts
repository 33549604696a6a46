import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readLineTree } from './line-tree.ts'

test.each([
  { form: 'indentation', text: 'a:\n  b:\n    c: 1\n  d: 2\ne: 3', parents: [-1, 0, 1, 0, -1] },
  { form: 'items under their key', text: 'a:\n- b: 1\n  c: 2\n- d: 3', parents: [-1, 0, 1, 0] },
  { form: 'a drawn tree', text: 'a\n├─ b\n│  └─ c\n└─ d', parents: [-1, 0, 1, 0] },
  {
    form: 'a title over a block',
    text: '[first]\na=1\nb=2\n[second]\nc=3',
    parents: [-1, 0, 0, -1, 3],
  },
  { form: 'a key over indented lines only', text: 'a:\n  b: 1\nc: 2', parents: [-1, 0, -1] },
  {
    form: 'a paragraph',
    text: 'x\n\nhead\ndetail\nmore\n\ny',
    parents: [-1, -1, -1, 2, 2, -1, -1],
  },
])('$form', ({ text, parents }) => {
  const lines = splitLines(text)
  expect([...readLineTree(lines, lines.starts).parent]).toEqual(parents)
})

test('what stands under a line ends where it ends', () => {
  const lines = splitLines('a:\n  b: 1\n  c: 2\nd: 3')
  expect([...readLineTree(lines, lines.starts).last]).toEqual([2, 1, 2, 3])
})
