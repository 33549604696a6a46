import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { cutSections, longestPiece } from './cut-sections.ts'
import { type Sectioned, sectionsOf } from './sections-of.ts'

const kinds: readonly Pick<Sectioned, 'kind' | 'extension'>[] = [
  { kind: 'markdown', extension: 'md' },
  { kind: 'code', extension: 'py' },
  { kind: 'pdf', extension: 'pdf' },
  { kind: 'structured', extension: 'json' },
  { kind: 'structured', extension: 'toml' },
  { kind: 'text', extension: 'org' },
  { kind: 'text', extension: 'rst' },
]

const cut = (text: string, kind: Omit<Sectioned, 'text'>) =>
  cutSections(text, sectionsOf({ ...kind, text }))

const lines = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# One',
        '## Two',
        '```',
        '* Star',
        'Title',
        '=====',
        '[table]',
        '"a": 1,',
        'key: 1',
        'def f():',
        '\f',
        '',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3000 }),
    ),
  )
  .map((parts) => parts.join('\n'))

test.each(kinds)('gives $kind ($extension) back when its pieces are joined', (kind) => {
  fc.assert(
    fc.property(lines, (text) => {
      const pieces = cut(text, kind)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
      for (const piece of pieces) expect(piece.text.length).toBeLessThanOrEqual(longestPiece)
    }),
    { numRuns: 40 },
  )
})

test.each(kinds)('numbers the lines of $kind ($extension) as an editor does', (kind) => {
  fc.assert(
    fc.property(lines, (text) => {
      const all = splitLines(text)
      for (const piece of cut(text, kind)) {
        const from = all.starts[piece.startLine - 1] ?? 0
        const to = all.starts[piece.endLine] ?? text.length
        expect(text.slice(from, to)).toContain(piece.text)
      }
    }),
    { numRuns: 40 },
  )
})

test('names the headings above each part of a Markdown text', () => {
  const filler = 'words '.repeat(100)
  const text = `Intro ${filler}\n# A\n${filler}\n## B\n${filler}\n\`\`\`\n# no heading\n\`\`\`\nC\n---\n${filler}`
  const pieces = cut(text, { kind: 'markdown', extension: 'md' })
  expect(pieces.map(({ headingPath }) => headingPath)).toEqual([[], ['A'], ['A', 'B'], ['A', 'C']])
})

test('keeps a definition whole with its comment and names it', () => {
  const body = '    x = 1\n'.repeat(60)
  const text = `import a\n\n# explains f\ndef f():\n${body}\nclass G:\n${body}`
  const pieces = cut(text, { kind: 'code', extension: 'py' })
  expect(pieces.map(({ headingPath }) => headingPath)).toEqual([[], ['f'], ['G']])
  expect(pieces[1]?.text).toMatch(/^# explains f\ndef f/)
})

test('a block comment belongs to what follows it, also after an empty line', () => {
  const body = '    step()\n'.repeat(150)
  const text = `class A {\n  one() {\n${body}  }\n\n  /**\n   * Two.\n   */\n\n  two() {\n${body}  }\n}\n`
  const at = (line: string): number => text.slice(0, text.indexOf(line)).split('\n').length
  const definitions = [
    { name: 'A', startLine: 1, endLine: at('  two()') + 152 },
    { name: 'one', startLine: 2, endLine: at('  /**') - 2 },
    { name: 'two', startLine: at('  two()'), endLine: at('  two()') + 151 },
  ]
  const pieces = cut(text, { kind: 'code', extension: 'js', definitions })
  const two = pieces.find(({ headingPath }) => headingPath.at(-1) === 'two')
  expect(two?.text).toMatch(/^ {2}\/\*\*\n {3}\* Two/)
})

test('numbers the pages of a PDF', () => {
  const page = 'text '.repeat(100)
  const pieces = cut(`${page}\n\f${page}\n\f${page}`, { kind: 'pdf', extension: 'pdf' })
  expect(pieces.map((piece) => piece.page)).toEqual([1, 2, 3])
})

test('a long text does not end in a piece of a line or two', () => {
  const text = `${'a line of some forty characters, no more\n'.repeat(60)}end\n`
  const sizes = cut(text, { kind: 'markdown', extension: 'md' }).map((piece) => piece.text.length)
  expect(sizes.length).toBe(2)
  expect(Math.min(...sizes)).toBeGreaterThan(400)
})
