import { expect, test } from 'vitest'
import { frontMatter, withoutFrontMatter } from './front-matter.ts'
import { markdownSections, markdownTitle } from './markdown.ts'

test.each([
  ['YAML', '---\ntitle: "Set up"\ntags: [a, "b c"]\n---\n# One\n', 'Set up', ['a', 'b c']],
  ['TOML', "+++\ntitle = 'Set up'\ntags = ['a']\n+++\n# One\n", 'Set up', ['a']],
  [
    'a list',
    '---\ntags:\n  - a\n  - b\nkeywords: x, y\n---\n# One\n',
    undefined,
    ['a', 'b', 'x', 'y'],
  ],
  ['Windows lines', '---\r\ntitle: T\r\n---\r\n# One\r\n', 'T', []],
])('reads title and tags from %s', (_, text, title, tags) => {
  expect(frontMatter(text)).toMatchObject({ tags, ...(title === undefined ? {} : { title }) })
  expect(withoutFrontMatter(text)).toMatch(/^# One/)
})

test.each(['# Title\n\ntext', '---\n\nA rule above.\n\n---\nmore', '---\ntitle: never closed\n'])(
  'takes %j for text',
  (text) => {
    expect(frontMatter(text)).toBeUndefined()
  },
)

test('metadata is neither a heading nor a section, and its title names the page', () => {
  const text = '---\ndescription: words\ntitle: Front\n---\n\n# Heading\n\nText.\n'
  const sections = markdownSections(text)
  expect(sections.map(({ headingPath }) => headingPath)).toEqual([[], ['Heading']])
  expect(markdownTitle(text, sections)).toBe('Front')
})
