import { expect, test } from 'vitest'
import { scope } from '../records/records.ts'
import { earnedScope, transition, transitions } from './scope.ts'

const allowed = transitions.filter(({ isAllowed }) => isAllowed)
const forbidden = transitions.filter(({ isAllowed }) => !isAllowed)

test('TC-NOM-16 INV-295-TR-01 INV-295-TR-03 INV-295-TR-05 INV-295-TR-06 INV-295-TR-09 the allowed transitions move', () => {
  expect(allowed.map(({ id }) => id.slice(-2))).toEqual(['01', '03', '05', '06', '09'])
  for (const { from, to } of allowed)
    expect(transition(from, to)).toEqual({ kind: 'moved', scope: to })
})

test('TC-ERR-07 ERR-295-07 INV-295-TR-02 INV-295-TR-04 INV-295-TR-07 INV-295-TR-08 the forbidden transitions are refused and change nothing', () => {
  for (const { from, to } of forbidden.filter((row) => row.from !== 'archived')) {
    const moved = transition(from, to)
    expect(moved.kind, `${from} → ${to}`).toBe('refused')
    expect(moved.scope).toBe(from)
  }
  expect(forbidden.map(({ id }) => id.slice(-2)).slice(0, 4)).toEqual(['02', '04', '07', '08'])
})

test('TC-ERR-11 INV-295-TR-10 INV-295-TR-11 INV-295-TR-12 INV-295-TR-13 archived is terminal', () => {
  for (const to of scope.options)
    expect(transition('archived', to)).toEqual({
      kind: 'refused',
      scope: 'archived',
      reason: 'ARCHIVED terminal, résolution manuelle uniquement',
    })
})

test('what the table does not list is refused', () => {
  const listed = new Set(transitions.map(({ from, to }) => `${from}${to}`))
  for (const from of scope.options)
    for (const to of scope.options)
      if (!listed.has(`${from}${to}`)) expect(transition(from, to).kind).toBe('refused')
})

test.each([
  { from: 'story', score: 0.29, to: undefined },
  { from: 'story', score: 0.3, to: 'domain' },
  { from: 'story', score: 99, to: 'domain' },
  { from: 'domain', score: 0.59, to: undefined },
  { from: 'domain', score: 0.6, to: 'global' },
  { from: 'domain', score: 0, to: undefined },
  { from: 'global', score: 99, to: undefined },
  { from: 'global', score: 0, to: undefined },
  { from: 'archived', score: 99, to: undefined },
] as const)(
  'TC-NOM-09 INV-295-09 INV-295-10 a score of $score moves $from to $to',
  ({ from, score, to }) => {
    expect(earnedScope(from, score)).toBe(to)
  },
)
