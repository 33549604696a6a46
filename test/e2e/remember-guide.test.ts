import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runGuide, withoutDrift } from './memory/run-guide.ts'

const guide = readFileSync('docs/guides/remember.md', 'utf8')

test('docs/guides/remember.md does what it says, without a French word or a story', () => {
  const steps = runGuide(guide)
  expect(steps.length).toBeGreaterThan(6)
  for (const { commands, printed, shown } of steps) {
    expect(withoutDrift(printed), commands).toBe(withoutDrift(shown ?? ''))
    expect(printed).not.toMatch(/veille|aucun|[A-Z]+-\d+\b/)
  }
  expect(guide).not.toMatch(/veille|aucun|résultat|bruit|modere|PD-\d|MEMO-/i)
}, 120_000)
