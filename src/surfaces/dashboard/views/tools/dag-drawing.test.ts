import { expect, test } from 'vitest'
import { dependenciesOf } from './dag-drawing.tsx'

test('a task waits for what it says and for what its arguments name', () => {
  const task = {
    id: 'mail',
    tool: 'tool:mail:send',
    arguments: {
      to: { $ref: '$input.to' },
      files: [{ $ref: 'pdf.file' }, { nested: { $ref: 'chart.page.url' } }],
    },
    dependsOn: ['pdf'],
  }
  expect(dependenciesOf(task)).toEqual(['pdf', 'chart'])
})
