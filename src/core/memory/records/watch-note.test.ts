import { expect, test } from 'vitest'
import { readWatchNote, summaryOf } from './watch-note.ts'

const fields = { title: 'T', date: '2026-01-01', verdict_veille: 'signal', impact_pv: 'fort' }
const source = (header: object, body: string) =>
  ({
    kind: 'read',
    path: 'a.md',
    text: '',
    header: { kind: 'header', fields: header, body },
  }) as const

test.each([
  ['## Résumé\n\nFirst line\nsecond line.\n\nNext.\n\n## Then\n', 'First line\nsecond line.'],
  ['# T\n\n## Re\u0301sume\u0301\nShort.\n', 'Short.'],
  ['## Summary\r\n\r\nIn English.\r\n\r\nMore.\r\n', 'In English.'],
  ['## Résumé\n\n## Empty\n\nBody', '## Résumé\n\n## Empty\n\nBody'],
  ['Just text.', 'Just text.'],
])('the summary of %j is %j', (body, summary) => {
  expect(summaryOf(body)).toBe(summary)
})

test('the summary of a note without one is its first 400 characters, none cut in two', () => {
  expect([...summaryOf('🙂'.repeat(500))].length).toBe(400)
  expect(summaryOf('🙂'.repeat(500)).isWellFormed()).toBe(true)
})

test('the title may come from the first heading', () => {
  const note = readWatchNote(source({ ...fields, title: undefined }, '# From the body\n\nText'))
  expect(note).toMatchObject({ kind: 'valid', value: { title: 'From the body' } })
})

test.each([
  [{ ...fields, verdict_veille: 'perhaps' }, /^verdict_veille/],
  [{ ...fields, impact_pv: undefined }, /^impact_pv/],
  [{ ...fields, title: undefined }, /^title/],
  [{}, /^title/],
])('TC-NOM-02 a note with %j is rejected with a reason', (header, reason) => {
  const note = readWatchNote(source(header, 'no heading'))
  expect(note.kind === 'rejected' && note.reason).toMatch(reason)
})
