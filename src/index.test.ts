import { expect, test } from 'vitest'
import { maskOldToolResults, prune } from './index.ts'

test('prunes as a library, with the same id each time', () => {
  const input = {
    text: Array.from({ length: 200 }, (_, index) =>
      index === 90 ? 'the needle is here' : `hay ${index}`,
    ).join('\n'),
    goal: 'find the needle',
    sourceType: 'docs',
    maxPruneRatio: 0.9,
    minKeepLines: 1,
    annotateLines: false,
    includeMarkers: true,
  } as const
  const outcome = prune(input)
  expect(outcome.text).toContain('the needle is here')
  expect(outcome.text).toContain(`prune_id=${outcome.pruneId}`)
  expect(prune(input)).toEqual(outcome)
})

test('a text and a goal are enough, and markers are English', () => {
  const text = `${'served a request\n'.repeat(300)}error: the disk is full\n`
  const { text: kept, keptLines } = prune({ text, goal: 'why did it stop' })
  expect(kept).toMatch(/^⟦PRUNED: .*reason=not about the goal.*⟧\nerror: the disk is full\n/)
  expect(keptLines).toBeLessThan(5)
})

test('masks as a library', () => {
  const turn = (id: string) => [
    { role: 'assistant', tool_calls: [{ id, function: { name: 'read', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: id, content: `result of ${id}` },
  ]
  const messages = [...turn('a'), ...turn('b')]
  const masked = maskOldToolResults(messages, { window_turns: 1, commit_every_turns: 1 })
  expect(masked[1]).toMatchObject({
    tool_call_id: 'a',
    content: expect.stringContaining('tool=read'),
  })
  expect(masked[3]).toBe(messages[3])
  expect(maskOldToolResults(messages, { enabled: false })).toBe(messages)
})
