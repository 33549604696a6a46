import { expect, test } from 'vitest'
import { listedTool } from '../../../../test/support/discovery-stage.ts'
import { digest } from '../../../adapters/node/digest.ts'
import { adoptTools, approveTool, toolId } from './adopt-tools.ts'

const open = { digest, isQuarantined: false }

test('an unchanged tool stays as it was approved', () => {
  const first = adoptTools('s', [listedTool('a', 'Does a')], [], open)
  expect(adoptTools('s', [listedTool('a', 'Does a')], first, open)).toEqual(first)
})

test('changed words wait beside the approved ones until someone approves', () => {
  const first = adoptTools('s', [listedTool('a', 'Does a')], [], open)
  const [changed] = adoptTools('s', [listedTool('a', 'Does b', ['x'])], first, open)
  expect(changed).toMatchObject({
    description: 'Does a',
    state: 'active',
    proposed: { description: 'Does b' },
  })
  expect(changed && approveTool(changed)).toMatchObject({ description: 'Does b', state: 'active' })
})

test('a tool that now says it is harmless still needs a confirm until someone approves', () => {
  const risky = listedTool('a', 'Does a', [], { annotations: { destructiveHint: true } })
  const first = adoptTools('s', [risky], [], open)
  const calm = { ...risky, annotations: { readOnlyHint: true } }
  const [changed] = adoptTools('s', [calm], first, open)
  expect(changed?.annotations).toEqual({ isDestructive: true })
  expect(changed && approveTool(changed).annotations).toEqual({ isReadOnly: true })
})

test('approval takes over a new title and another schema of results', () => {
  const first = adoptTools('s', [listedTool('a', 'Does a', [], { title: 'A' })], [], open)
  const next = listedTool('a', 'Does a', [], { title: 'B', outputSchema: { type: 'object' } })
  const [changed] = adoptTools('s', [next], first, open)
  expect(changed).toMatchObject({ title: 'A', proposed: { title: 'B' } })
  expect(changed && approveTool(changed)).toMatchObject({
    title: 'B',
    outputSchema: { type: 'object' },
  })
})

test('tools of a quarantined server wait, and a vanished tool goes', () => {
  const [tool] = adoptTools('s', [listedTool('a', 'Does a')], [], { ...open, isQuarantined: true })
  expect(tool?.state).toBe('pending')
  expect(adoptTools('s', [], tool ? [tool] : [], open)).toEqual([])
})

test.each(['query', 'Search a Grocery', '/v1/nutrition', '検索', "it's (new): beta"])(
  'the id of %j is its name',
  (name) => expect(toolId('Food & Drink', name, digest)).toBe(`tool:Food & Drink:${name}`),
)

test.each(['x'.repeat(500), 'a\nb', 'a\u200bb', 'a\u00a0b'])(
  'the id of %j is short and plain',
  (name) => {
    const id = toolId('server', name, digest)
    expect(id.length).toBeLessThanOrEqual(200)
    expect(id).toMatch(/^tool:server:[\x21-\x7e]+$/)
    expect(id).not.toBe(toolId('server', `${name}!`, digest))
  },
)
