import { expect, test } from 'vitest'
import { operationOfTool } from '../tools.ts'

test.each(['models_add', 'models_pull'])('%s is no tool of a model', (name) => {
  expect(operationOfTool(name)).toBeUndefined()
})

test('which models are in use can be asked by anyone', () => {
  expect(operationOfTool('models_list')?.name).toBe('models.list')
})
