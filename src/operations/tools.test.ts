import { expect, test } from 'vitest'
import { operations } from './all.ts'
import { profiles } from './operation.ts'
import { operationOfTool, toolsOf } from './tools.ts'

const forPeople = operations.filter(({ tool }) => tool.isForPeople === true)

test('what only a person decides is no tool of a model, listed or not', () => {
  expect(forPeople.length).toBeGreaterThan(3)
  const listed = new Set(profiles.flatMap((profile) => toolsOf(profile).map(({ name }) => name)))
  for (const { tool } of forPeople)
    for (const name of [tool.name, ...(tool.aliases ?? [])]) {
      expect(listed).not.toContain(name)
      expect(operationOfTool(name)).toBeUndefined()
    }
})
