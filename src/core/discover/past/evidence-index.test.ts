import { expect, test } from 'vitest'
import { buildEvidenceIndex, weighClues } from './evidence-index.ts'
import { strengths } from './trust-past.ts'

const light = strengths.light

test('nothing learned says nothing', () => {
  const { boosts, reason } = weighClues(buildEvidenceIndex([], 3).of('anything'), light)
  expect([...boosts]).toEqual([0, 0, 0])
  expect(reason(0)).toBeUndefined()
})

test('entries of similar intents rise, by how many and how similar, and say why', () => {
  const index = buildEvidenceIndex(
    [
      { intent: 'send the weekly report to the team', entries: [0] },
      { intent: 'send the monthly report to the board', entries: [0] },
      { intent: 'book a flight to Oslo', entries: [1] },
    ],
    3,
  )
  const { boosts, reason } = weighClues(index.of('send the yearly report to the staff'), light)
  expect(boosts[0]).toBeGreaterThan(boosts[1] ?? 0)
  expect(boosts[2]).toBe(0)
  expect(reason(0)).toBe('because 2 similar intents used it')
  expect(reason(1)).toBeUndefined()
})

test('an intent that shares no word with the past is left alone', () => {
  const index = buildEvidenceIndex([{ intent: 'book a flight', entries: [0] }], 1)
  expect([...weighClues(index.of('translate poems'), light).boosts]).toEqual([0])
})

test('meaning finds past intents that share no word', () => {
  const past = [
    { intent: 'book a flight', entries: [0] },
    { intent: 'mail a letter', entries: [1] },
  ]
  const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
  const clues = buildEvidenceIndex(past, 2, { vectors, reads: 'words' }).of(
    'reserve seats',
    Float32Array.of(0.9, 0.4),
  )
  expect(clues.near[0]).toBeGreaterThan(clues.near[1] ?? 1)
  expect(clues.meaning[0]).toBeGreaterThan(clues.meaning[1] ?? 1)
})

test('a past intent that is left out says nothing about itself', () => {
  const past = [
    { intent: 'book a flight', entries: [0] },
    { intent: 'book a hotel', entries: [1] },
  ]
  const vectors = [Float32Array.of(1, 0), Float32Array.of(0, 1)]
  const { near, wording, meaning } = buildEvidenceIndex(past, 2, { vectors, reads: 'words' }).of(
    'book a flight',
    Float32Array.of(1, 0),
    0,
  )
  expect([near[0], wording[0], meaning[0]]).toEqual([0, expect.closeTo(0), expect.closeTo(0)])
  expect(near[1]).toBeGreaterThan(0)
})

test('a phrase that everybody uses does not outvote the word that tells tools apart', () => {
  const phrase = 'I would be glad if you could kindly'
  const past = [
    ...Array.from({ length: 10 }, (_, at) => ({
      intent: `${phrase} paint wall ${at}`,
      entries: [0],
    })),
    { intent: 'translate poems', entries: [1] },
  ]
  const { near } = buildEvidenceIndex(past, 2).of(`${phrase} translate poems`)
  expect(near[1]).toBeGreaterThan(near[0] ?? 1)
})
