import { expect, test } from 'vitest'
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

test('a tool is protected from so many recoveries on, whatever the policy was', () => {
  const groups = [...report({ read: 2, bash: 1 }).groups, ...report({ read: 1 }).groups]
  expect(regrettedTools({ recoveries: 4, groups }, 3)).toEqual(['read'])
})

test('the list is made anew once a minute', async () => {
  let now = 0
  let counted = 0
  const guard = regretGuard({
    regret: async () => report(++counted > 1 ? { read: 1 } : {}),
    now: () => now,
    minCount: 1,
    onError: () => undefined,
  })
  const asked = async (): Promise<readonly string[]> => {
    guard.tools()
    await Promise.resolve()
    return guard.tools()
  }
  expect(await asked()).toEqual([])
  now = 59_999
  expect(await asked()).toEqual([])
  now = 60_000
  expect(await asked()).toEqual(['read'])
  expect(counted).toBe(2)
})
