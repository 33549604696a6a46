import { expect, test } from 'vitest'
import { parseBlocks } from './parse-blocks.ts'
import { parseInline } from './parse-inline.ts'

test.each([
  { text: '# Title\nwords', kinds: ['heading', 'paragraph'] },
  { text: 'one\ntwo\n\nthree', kinds: ['paragraph', 'paragraph'] },
  { text: '```ts\n# no title\n```', kinds: ['code'] },
  { text: '```\nnever closed', kinds: ['code'] },
  { text: 'before\n- a\n  more of a\n- b\nafter', kinds: ['paragraph', 'list', 'paragraph'] },
  { text: '| a | b |\n| - | - |\n| 1 | 2 |', kinds: ['table'] },
  { text: '> said\n> so', kinds: ['quote'] },
  { text: '---', kinds: ['rule'] },
  { text: '<!-- a note -->\n<script>alert(1)</script>', kinds: ['paragraph'] },
  { text: '', kinds: [] },
])('reads $kinds in $text', ({ text, kinds }) => {
  expect(parseBlocks(text).map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  { text: 'see [1] and `[2]`', kinds: ['text', 'citation', 'text', 'code'] },
  { text: '**bold** and *soft*', kinds: ['strong', 'text', 'emphasis'] },
  { text: 'snake_case_name and 2 * 3 * 4', kinds: ['text'] },
  { text: '[docs](https://example.org/a)', kinds: ['link'] },
  { text: '[run](javascript:alert(1))', kinds: ['text'] },
  { text: '<b onclick=x>not markup</b>', kinds: ['text'] },
  { text: '**never closed', kinds: ['text'] },
])('finds $kinds in $text', ({ text, kinds }) => {
  expect(parseInline(text).map(({ kind }) => kind)).toEqual(kinds)
})
