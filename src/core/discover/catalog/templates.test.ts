import { expect, test } from 'vitest'
import { resolveReferences } from './dag.ts'
import { readTemplates } from './templates.ts'

const outputs = new Map<string, unknown>([
  ['read', { name: 'Ada', tags: ['a', 'b'], sneaky: '${read.name}' }],
])

function filled(text: string): unknown {
  const [, task] = readTemplates([
    { id: 'read', tool: 'read', arguments: {}, dependsOn: [] },
    { id: 'write', tool: 'write', arguments: { text }, dependsOn: [] },
  ])
  const { text: value } = resolveReferences(task?.arguments, outputs, { city: 'Lyon' }) as {
    text: unknown
  }
  return value
}

test.each([
  { text: 'hello ${read.name}', value: 'hello Ada' },
  { text: '${read.name}', value: 'Ada' },
  { text: '${ read.name } of ${$input.city}!', value: 'Ada of Lyon!' },
  { text: 'tags: ${read.tags}', value: 'tags: ["a","b"]' },
  { text: 'echo ${HOME} ${user.name}', value: 'echo ${HOME} ${user.name}' },
  { text: 'literally $${read.name}', value: 'literally ${read.name}' },
  { text: 'cost: $${PRICE}', value: 'cost: $${PRICE}' },
  { text: 'what came: ${read.sneaky}', value: 'what came: ${read.name}' },
])('reads $text', ({ text, value }) => {
  expect(filled(text)).toBe(value)
})
