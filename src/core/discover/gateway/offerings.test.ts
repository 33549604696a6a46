import { expect, test } from 'vitest'
import { setDiscovery } from '../../../../test/support/discovery-stage.ts'

const call = { source: 'test', caller: undefined, signal: new AbortController().signal }

function stage() {
  return setDiscovery(
    { notes: { tools: [], resources: { 'note:///a': 'one' } }, shady: { tools: [] } },
    {
      quarantined: new Set(['shady']),
      policy: () => ({ isStrict: false, rules: [{ servers: ['secret'], effect: 'deny' }] }),
    },
  ).discovery
}

test('a resource is read at its own server, and its address says which', async () => {
  const { contents } = await stage().offerings.resource('tamis://notes/note:///a', call)
  expect(contents).toEqual([{ uri: 'tamis://notes/note:///a', text: 'one' }])
})

test('what belongs to no server, or to one that waits for approval, is refused', async () => {
  const { offerings } = stage()
  const code = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'given',
      (error: { code: string }) => error.code,
    )
  expect(await code(offerings.resource('note:///a', call))).toBe('invalid_input')
  expect(await code(offerings.prompt('shady__greet', {}, call))).toBe('tool_not_callable')
  expect(await code(offerings.resource('tamis://shady/x', call))).toBe('tool_not_callable')
})
