import { expect, test } from 'vitest'
import { digest } from '../../../adapters/node/digest.ts'
import { mergeLines } from './merge-lines.ts'

const learned = (id: string, more: object = {}): string =>
  `${JSON.stringify({ id, story: 'PD-1', gate: 0, tags: [], text: id, date: '2026-01-01', ...more })}\n`
const injected = `${JSON.stringify({ story: 'PD-1', injected_story: 'PD-2', date: '2026-01-01' })}\n`

const merge = (base: string, ours: string, theirs: string): string =>
  mergeLines(digest, { base, ours, theirs })

const [a, b, c] = [learned('lrn_a'), learned('lrn_b'), learned('lrn_c')]

test.each([
  { what: 'both added something else', sides: [a, a + b, a + c], merged: a + b + c },
  { what: 'both added the same', sides: [a, a + b, a + b], merged: a + b },
  { what: 'one took it out', sides: [a + b, a, a + b], merged: a },
  { what: 'the files have nothing in common', sides: ['', a, b], merged: a + b },
  { what: 'a line has no line feed at its end', sides: ['', a.trim(), b.trim()], merged: a + b },
  { what: 'a line is no JSON', sides: ['', `${a}oops\n`, b], merged: `oops\n${a}${b}` },
])('every record once when $what', ({ sides, merged }) => {
  const [base = '', ours = '', theirs = ''] = sides
  expect(merge(base, ours, theirs)).toBe(merged)
  expect(merge(base, theirs, ours)).toBe(merged)
})

test('what one side changed stays changed, even where the other took it out', () => {
  const promoted = learned('lrn_a', { scope: 'domain' })
  expect(merge(a, promoted, a)).toBe(promoted)
  expect(merge(a, promoted, '')).toBe(promoted)
})

test('of what both changed the newer stays, with all that either replaces', () => {
  const mine = learned('lrn_a', { supersedes: ['lrn_x'], date_created: '2026-01-02' })
  const yours = learned('lrn_a', { supersedes: ['lrn_y'], date_created: '2026-01-03' })
  const merged = JSON.parse(merge(a, mine, yours))
  expect(merged).toMatchObject({ date_created: '2026-01-03', supersedes: ['lrn_x', 'lrn_y'] })
  expect(merge(a, yours, mine)).toBe(merge(a, mine, yours))
})

test('a record without a name that is there twice stays there twice', () => {
  expect(merge(injected, injected + injected, injected + a)).toBe(injected + a + injected)
})

test('an old line without an id and its migrated form are one record', () => {
  const old = `${JSON.stringify({ story: 'PD-1', gate: 0, text: 'same', date: '2026-01-01' })}\n`
  const id = 'lrn_'
  const merged = merge('', old, old.replace('"gate":0', '"gate":0,"tags":[]'))
  expect(merged.split('\n').filter((line) => line.includes('same'))).toHaveLength(1)
  expect(merged).not.toContain(id)
})
