import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitHeader } from '../../../adapters/jsonl/front-matter.ts'
import {
  type ClarificationSet,
  readClarifications,
  renderClarifications,
} from './clarification-file.ts'

const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
const set = (answers: readonly string[]): ClarificationSet => ({
  story: 'PD-301',
  project: 'app',
  domain: 'tooling',
  date: '2026-01-01T00:00:00.000Z',
  answers,
})
const verbatims = (text: string) =>
  readClarifications(digest, { kind: 'read', path: 'a.md', text, header: splitHeader(text) }).map(
    (read) => (read.kind === 'valid' ? read.value.verbatim : read.reason),
  )

test('INV-295-03 any four answers come back as they went in', () => {
  const unit = fc.constantFrom(
    'a',
    '\n',
    '\r\n',
    '---\n',
    '## Q2. x\n\n',
    ' ',
    'é',
    '🙂',
    '\0',
    '`',
  )
  const answer = fc.string({ unit, maxLength: 12 })
  fc.assert(
    fc.property(fc.tuple(answer, answer, answer, answer), (answers) => {
      expect(verbatims(renderClarifications(digest, set(answers)))).toEqual(answers)
    }),
  )
})

test('the bytes of each answer lie in the file', () => {
  const answers = ['one\r\n', '  two', '', 'quatre é']
  const text = renderClarifications(digest, set(answers))
  for (const [at, answer] of answers.entries()) {
    expect(text).toContain(`\n## Q${at + 1}. `)
    expect(text).toContain(`sha256: ${digest(answer)}`)
    expect(text).toContain(`\n\n${answer}\n`)
  }
})

test('a file edited by hand is cut at its headings', () => {
  const text = renderClarifications(digest, set(['one', 'two', 'three', 'four']))
  expect(verbatims(text.replace('two', 'two, and more'))).toEqual([
    'one',
    'two, and more',
    'three',
    'four',
  ])
})

test('a file that lacks an answer is rejected with the reason', () => {
  const text = renderClarifications(digest, set(['one', 'two', 'three', 'four']))
  expect(verbatims(text.slice(0, text.indexOf('## Q4')))).toEqual(['3 answers instead of 4'])
  expect(verbatims('no header')).toEqual(['no frontmatter'])
})
