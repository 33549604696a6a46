import { expect, test } from 'vitest'
import { commands } from './commands.ts'
import { overview } from './help.ts'
import { helpGroups } from './help-groups.ts'

const grouped = helpGroups.flatMap(({ words }) => words)
const firstWords = new Set(commands.map(({ name }) => name.split(' ')[0]))

test('every command is in one group, and a group names commands alone', () => {
  expect(grouped.toSorted()).toEqual([...firstWords].toSorted())
})

test('the overview lists every first word once, below the heading of its task', () => {
  const lines = overview(commands, '1.0.0').split('\n')
  for (const word of grouped) {
    const rows = lines.filter((line) => line.startsWith(`  ${word} `))
    expect(rows, word).toHaveLength(1)
  }
  const money = lines.indexOf('Money:')
  expect(lines[money + 1]).toMatch(/^ {2}ledger … /)
  expect(lines[money - 1]).toBe('')
})
