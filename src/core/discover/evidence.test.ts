import { expect, test } from 'vitest'
import { buildEvidenceIndex } from './evidence.ts'

test('nothing learned says nothing', () => {
  const { boosts, reason } = buildEvidenceIndex([]).of('anything', 3)
  expect([...boosts]).toEqual([0, 0, 0])
  expect(reason(0)).toBeUndefined()
})

test('entries of similar intents rise, by how many and how similar, and say why', () => {
  const index = buildEvidenceIndex([
    { intent: 'send the weekly report to the team', entries: [0] },
    { intent: 'send the monthly report to the board', entries: [0] },
    { intent: 'book a flight to Oslo', entries: [1] },
  ])
  const { boosts, reason } = index.of('send the yearly report', 3)
  expect(boosts[0]).toBeGreaterThan(boosts[1] ?? 0)
  expect(boosts[2]).toBe(0)
  expect(reason(0)).toBe('because 2 similar intents used it')
  expect(reason(1)).toBeUndefined()
})

test('an intent that shares no word with the past is left alone', () => {
  const index = buildEvidenceIndex([{ intent: 'book a flight', entries: [0] }])
  expect([...index.of('translate poems', 1).boosts]).toEqual([0])
})
