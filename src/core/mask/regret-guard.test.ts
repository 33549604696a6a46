import { expect, test } from 'vitest'
import { conversationStage } from '../../../test/support/conversation-stage.ts'
import type { Masking } from './mask.ts'
import type { RegretReport } from './regret.ts'
import { regretGuard, regrettedTools } from './regret-guard.ts'

const report = (counts: Readonly<Record<string, number>>): RegretReport => ({
  recoveries: 0,
  groups: Object.entries(counts).map(([tool, count]) => ({
    sieve: 'mask',
    tool,
    policy: 'p',
    count,
  })),
})
const masking = (commits: number): Masking => ({ edits: [], masked: [], commits, repeatedCalls: 0 })

test('a tool is protected from so many recoveries on, whatever the policy was', () => {
  const groups = [...report({ read: 2, bash: 1 }).groups, ...report({ read: 1 }).groups]
  expect(regrettedTools({ recoveries: 4, groups }, 3)).toEqual(['read'])
})

test('a conversation takes a new list at its next commit, not before', async () => {
  let now = 0
  let counts: Record<string, number> = {}
  const guard = regretGuard({
    regret: async () => report(counts),
    now: () => now,
    minCount: 1,
    onError: () => undefined,
  })
  const used: string[][] = []
  const conversation = { memory: conversationStage().space.add(), parent: undefined }
  const send = async (commits: number): Promise<void> => {
    guard.mask(conversation, (tools) => {
      used.push([...tools])
      return masking(commits)
    })
    await Promise.resolve()
    await Promise.resolve()
  }
  await send(1)
  counts = { read: 1 }
  now = 60_000
  await send(1)
  await send(1)
  expect(guard.tools()).toEqual(['read'])
  expect(used).toEqual([[], [], []])
  await send(2)
  expect(used.slice(3)).toEqual([[], ['read']])
  await send(2)
  expect(used.at(-1)).toEqual(['read'])
})
