import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runGuide, withoutDrift } from './memory/run-guide.ts'

const guide = readFileSync('docs/guides/memory.md', 'utf8')

test('docs/guides/memory.md does what it says, and the second injection has another order', () => {
  const steps = runGuide(guide)
  expect(steps.length).toBeGreaterThan(8)
  for (const { commands, printed, shown } of steps)
    expect(withoutDrift(printed), commands).toBe(withoutDrift(shown ?? ''))
  const orders = steps
    .filter(({ commands }) => commands.includes('tamis memory inject'))
    .map(({ printed }) => printed.match(/PD-10\d/g))
  expect(orders).toEqual([['PD-101'], ['PD-102', 'PD-101'], ['PD-101', 'PD-102']])
}, 120_000)
