import { expect, test } from 'vitest'
import { labelOfCall } from './label-of-call.ts'

const path = 'packages/coding-agent/src/modes/interactive/theme/dark.json'

test.each([
  { tool: 'read', input: { path: 'src/app.ts' }, label: 'read src/app.ts' },
  { tool: 'read', input: { path }, label: 'read …/src/modes/interactive/theme/dark.json' },
  {
    tool: 'bash',
    input: { command: 'cd packages/coding-agent &&\n  npm run check -- --all' },
    label: 'bash cd packages/coding-agent && npm run che…',
  },
  { tool: 'list_agents', input: {}, label: 'list_agents' },
])('names $label', ({ tool, input, label }) => {
  expect(labelOfCall(tool, input, 40)).toBe(label)
})
