import { expect, test } from 'vitest'
import { splitLines } from '../../text/lines.ts'
import { readGoal } from '../goal/goal.ts'
import { goalWords } from './goal-words.ts'
import { readText } from './read-text.ts'
import { templatesOf } from './templates.ts'

/** What a goal is worth on each line, by its own words and by words near to them. */
function weighed(rows: readonly string[], goal: string) {
  const text = readText(splitLines(rows.join('\n')), readGoal(goal), {}, () => false)
  if (text === undefined) throw new Error('the time ran out')
  return goalWords(text, templatesOf(text.scan.template))
}

test.each([
  { goal: 'how much memory is there', row: 'heap = 300' },
  { goal: 'how much memory is there', row: 'mem = 300' },
  { goal: 'how many processes can there be at most', row: 'kernel.pid_max = 300' },
  { goal: 'which page is large', row: 'pagesize 300' },
])('$row is near to “$goal” without a word of it', ({ goal, row }) => {
  const { own, wide } = weighed(['colour = 3', 'flag = 4', 'shape = 5', row], goal)
  expect(own[3]).toBe(0)
  expect([...wide].map((score) => score > 0)).toEqual([false, false, false, true])
})

test('the word itself says more than one that means the same', () => {
  const { wide } = weighed(['memory = 1', 'heap = 1', 'colour = 3', 'flag = 4'], 'memory')
  expect(wide[0]).toBeGreaterThan(wide[1] ?? 0)
})

test('lines that differ in a name with digits only are told apart by it', () => {
  const rows = ['ink@7.2.0', 'hono@4.13.17', 'ajv@8.1.0'].map((name) => `├── ${name}`)
  const { named } = weighed(rows, 'which version of hono is installed')
  expect([...named]).toEqual([0, 1, 0])
})
