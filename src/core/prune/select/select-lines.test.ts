import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { orderByScore } from './order-by-score.ts'
import { type Selection, selectLines } from './select-lines.ts'

const rows = (count: number) => splitLines(`${'x'.repeat(49)}\n`.repeat(count))

function select(scores: readonly number[], change: Partial<Selection> = {}): string {
  const selection: Selection = {
    lines: rows(scores.length),
    scores: Float64Array.from(scores),
    absolute: new Uint8Array(scores.length),
    leastLines: 0,
    worthyChars: 80,
    gapCost: 0,
    ...change,
  }
  return selectLines(selection).join('')
}

test('keeps the best lines until the law is met', () => {
  expect(select([0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1], { leastLines: 2 })).toBe('000100010000')
})

test('a gap of one or two lines is kept', () => {
  expect(select([0, 0, 0, 0, 9, 0, 0, 8, 0, 0, 0, 0], { leastLines: 2 })).toBe('000011110000')
})

test('two very long lines are worth a marker', () => {
  const long = splitLines(`a\n${'y'.repeat(5000)}\n${'y'.repeat(5000)}\nb\n`)
  expect(select([9, 0, 0, 8], { lines: long, leastLines: 2 })).toBe('1001')
})

test('many short lines that say less than a marker are kept', () => {
  const short = splitLines('a\n'.repeat(20))
  expect(select(Array(20).fill(1), { lines: short, leastLines: 1 })).toBe('1'.repeat(20))
})

test('stays inside a budget of characters and uses what room is left', () => {
  const kept = select([0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1], { charBudget: 110 })
  expect(kept).toBe('000100010000')
})

test('charges for gaps when markers count', () => {
  const kept = select([0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1], { charBudget: 240, gapCost: 80 })
  expect(kept).toBe('000100000000')
})

test('absolute lines stay beyond every budget', () => {
  const absolute = Uint8Array.from([0, 0, 0, 0, 1, 1, 0, 0, 0, 0])
  expect(select(Array(10).fill(0), { absolute, charBudget: 1 })).toBe('0000110000')
})

test('an atom stands or falls as one, unless it would take too much of the budget', () => {
  const scores = [0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0]
  const first = Uint32Array.of(0, 1, 2, 3, 4, 4, 4, 7, 8, 9, 10, 11)
  const last = Uint32Array.of(0, 1, 2, 3, 6, 6, 6, 7, 8, 9, 10, 11)
  expect(select(scores, { charBudget: 600, atoms: { first, last } }).slice(4, 7)).toBe('111')
  expect(select(scores, { leastLines: 1, atoms: { first, last } }).slice(4, 7)).toBe('010')
})

test('a line brings what it needs, and stays away when there is no room for that', () => {
  const scores = [0, 0, 0, 0, 0, 0, 0, 0, 0, 9]
  const needs = Int32Array.of(-1, -1, 0, -1, -1, -1, -1, -1, -1, 2)
  expect(select(scores, { needs, charBudget: 210 })).toBe('1110000001')
  expect(select(scores, { needs, charBudget: 120 })).not.toMatch(/1$/)
})

test('a blank line does not stand alone between two markers unless a law asks for it', () => {
  const row = `${'x'.repeat(90)}\n`
  const lines = splitLines(`${row.repeat(4)}\n${row.repeat(5)}`)
  const scores = [0, 0, 0, 0, 9, 0, 0, 0, 0, 8]
  expect(select(scores, { lines, charBudget: 100 })).toBe('0000000001')
  expect(select(scores, { lines, leastLines: 1 })).toBe('0000000001')
  const blank = splitLines('\n'.repeat(400))
  const kept = select(Array(400).fill(1), { lines: blank, leastLines: 9 })
  expect(kept.match(/1/g)).toHaveLength(9)
})

test('orders by score, earlier lines first among equals', () => {
  expect([...orderByScore(Float64Array.of(1, 3, 1, 3, 0))]).toEqual([1, 3, 0, 2, 4])
})
