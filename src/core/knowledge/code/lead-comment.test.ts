import { expect, test } from 'vitest'
import { leadComment } from './lead-comment.ts'

test.each([
  {
    text: '/**\n * Exclude null and undefined from T\n */\ntype NonNullable<T> = T & {}',
    said: 'Exclude null and undefined from T',
  },
  { text: '/** One line. */\nconst a = 1', said: 'One line.' },
  { text: '// first\n// second\nfunction f() {}\n// inside', said: 'first second' },
  { text: '/**\n * What it does.\n *\n * More of it.\n */\nclass A {}', said: 'What it does.' },
  { text: '/**\n * What it does.\n * @param a not this\n */\nclass A {}', said: 'What it does.' },
  { text: '# adds two\ndef add(a, b): ...', said: 'adds two' },
  { text: 'function f() {}', said: '' },
  { text: '', said: '' },
])('the comment above $text says $said', ({ text, said }) => {
  expect(leadComment(text)).toBe(said)
})
