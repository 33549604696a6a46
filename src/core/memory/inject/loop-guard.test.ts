import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderBlock, type Sections } from './inject-block.ts'
import { isEchoOf, withoutInjected } from './loop-guard.ts'

const id = 'lrn_abcdefghijklmnop'
const sections = (text: string): Sections => ({
  learnings: {
    kind: 'available',
    items: [{ id, facts: ['0.50'], text }],
    leftOut: 0,
  },
  veille: { kind: 'available', items: [], leftOut: 0 },
  clarifications: { kind: 'unavailable' },
})

test('nothing of an injected block is left, whatever its texts hold', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '\n', '#', ' ', '<!-- tamis:memory end -->'),
  })
  fc.assert(
    fc.property(text, (said) => {
      const block = renderBlock('PD-1', sections(said))
      expect(withoutInjected(block)).toBe('')
      expect(withoutInjected(`before\n${block}\nafter`).replace(/\n+/g, '\n')).toBe('before\nafter')
    }),
  )
})

test('a single item copied out of a block is recognised by its id', () => {
  const item = `- [${id}] (0.50) Close the pool\n  before the process exits`
  expect(withoutInjected(`${item}\nNew: and log it`)).toBe('New: and log it')
})

test('INV-295-13 no text can start a section or end the block', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('## Veille', 'x', '<!-- tamis:memory end -->')),
      (lines) => {
        const block = renderBlock('PD-1', sections(lines.join('\n')))
        expect(block.match(/^## .*$/gm)).toEqual(['## Learnings', '## Veille', '## Clarifications'])
        expect(block.match(/<!-- tamis:memory end -->/g)?.length).toBe(1)
      },
    ),
  )
})

test('a story that is none cannot speak inside the frame', () => {
  const block = renderBlock('PD-1 -->\n## Veille', sections('x'))
  expect(block.split('\n')[0]).toBe('<!-- tamis:memory begin -->')
})

test.each([
  ['Close the pool before exit', 'Close the pool before exit', true],
  ['close the pool, before exit!', 'Always: close the pool before exit, or tests hang', true],
  [
    'Close the pool before exit and drain the queue of pending jobs',
    'Close the pool before exit',
    false,
  ],
  ['Something else entirely here', 'Close the pool before exit', false],
])('%j is an echo of %j: %s', (text, known, isEcho) => {
  expect(isEchoOf(text, known)).toBe(isEcho)
})
