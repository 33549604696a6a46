import { describe, expect, test } from 'vitest'
import { inMemoryTokens } from '../../adapters/in-memory/tokens.ts'
import { digest } from '../../adapters/node/digest.ts'
import { randomText } from '../../adapters/node/random-text.ts'
import { EngineError } from '../../errors.ts'
import { createAccessTokens } from './access-tokens.ts'
import { requireScope } from './token-text.ts'

const believedMs = 600_000

function stage() {
  const tokens = inMemoryTokens()
  const clock = { now: 1000 }
  const deskOf = (namespace: string) =>
    createAccessTokens({ tokens, digest, randomText, believedMs, now: () => clock.now, namespace })
  return { tokens, clock, deskOf, access: deskOf('default') }
}

test('a new token opens what it was made for, and its text is nowhere in the store', async () => {
  const { access, tokens } = stage()
  const { text, facts } = await access.create({ name: 'ci', scope: 'write', requestsPerMinute: 9 })
  expect(text).toMatch(/^tms_[\w-]{8}_[\w-]{43}$/)
  expect(await access.check(text)).toEqual({
    id: facts.id,
    caller: { tokenId: facts.id, name: 'ci', scope: 'write', namespace: 'default' },
    requestsPerMinute: 9,
  })
  expect(JSON.stringify(await tokens.list())).not.toContain(text.slice(13))
  expect(JSON.stringify(await access.list())).not.toContain(digest(text))
})

test.each([
  ['nothing', () => ''],
  ['another secret under a known id', (text: string) => `${text.slice(0, 13)}${'A'.repeat(43)}`],
  ['one character more', (text: string) => `${text}A`],
  ['one character less', (text: string) => text.slice(0, -1)],
  ['an unknown id', (text: string) => `tms_unknown0${text.slice(12)}`],
])('refuses %s', async (_, change) => {
  const { access } = stage()
  const { text } = await access.create({ name: 'a', scope: 'admin' })
  expect(await access.check(change(text))).toBeUndefined()
})

test('refuses a token from the moment it expires', async () => {
  const { access, clock } = stage()
  const { text } = await access.create({ name: 'a', scope: 'read', lifetimeMs: 4000 })
  clock.now = 4999
  expect(await access.check(text)).toBeDefined()
  clock.now = 5000
  expect(await access.check(text)).toBeUndefined()
})

test('a revoked token is refused at once here, and within a second by another process', async () => {
  const { access, deskOf, clock } = stage()
  const elsewhere = deskOf('default')
  const { text } = await access.create({ name: 'a', scope: 'read' })
  await Promise.all([access.check(text), elsewhere.check(text)])
  await access.revoke('a')
  expect(await access.check(text)).toBeUndefined()
  clock.now += 1000
  expect(await elsewhere.check(text)).toBeUndefined()
})

describe('while the store does not answer', () => {
  function away(find: () => Promise<never>) {
    const { tokens, clock } = stage()
    const state = { isAway: false }
    const flaky = {
      ...tokens,
      find: (id: string) => (state.isAway ? find() : tokens.find(id)),
    }
    const pause = async (): Promise<void> => undefined
    const deps = { tokens: flaky, digest, randomText, now: () => clock.now, namespace: 'default' }
    return { state, clock, access: createAccessTokens({ ...deps, pause, believedMs }) }
  }
  const gone = async (): Promise<never> => {
    throw new EngineError('store_unavailable', 'The database does not answer')
  }
  const hung = (): Promise<never> => new Promise(() => undefined)

  test.each([
    ['is away', gone],
    ['hangs', hung],
  ])('and %s, a token that was let in is let in for ten minutes', async (_, find) => {
    const { state, clock, access } = away(find)
    const { text } = await access.create({ name: 'a', scope: 'read', lifetimeMs: 300_000 })
    expect(await access.check(text)).toBeDefined()
    state.isAway = true
    clock.now += 200_000
    expect(await access.check(text)).toBeDefined()
    // Its own end comes all the same.
    clock.now += 100_000
    expect(await access.check(text)).toBeUndefined()
  })

  test('and is away for longer, nobody is let in on an old word', async () => {
    const { state, clock, access } = away(gone)
    const { text } = await access.create({ name: 'a', scope: 'read' })
    await access.check(text)
    state.isAway = true
    clock.now += 600_000
    await expect(access.check(text)).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  test('a token that was never let in is not, and news of a revocation ends the belief', async () => {
    const { state, clock, access } = away(gone)
    const { text } = await access.create({ name: 'a', scope: 'read' })
    const other = await access.create({ name: 'b', scope: 'read' })
    await access.check(text)
    state.isAway = true
    clock.now += 1000
    await expect(access.check(other.text)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(await access.check(text)).toBeDefined()
    access.forget()
    await expect(access.check(text)).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

test('says which tokens have ended, by revocation or by time', async () => {
  const { access, clock } = stage()
  const ids: string[] = []
  for (const lifetimeMs of [undefined, undefined, 500])
    ids.push((await access.create({ name: `t${ids.length}`, scope: 'read', lifetimeMs })).facts.id)
  expect(await access.ended(ids)).toEqual([])
  await access.revoke('t1')
  clock.now += 500
  expect(await access.ended(ids)).toEqual([ids[1], ids[2]])
})

test('remembers ten thousand tokens that were looked up, and no more', async () => {
  const { tokens, clock } = stage()
  const finds: string[] = []
  const counting = {
    ...tokens,
    async find(id: string) {
      finds.push(id)
      return { ...token, id }
    },
  }
  const token = {
    name: 'a',
    namespace: 'default',
    scope: 'read' as const,
    createdAt: 0,
    hash: digest('x'),
  }
  const deps = { tokens: counting, digest, randomText, now: () => clock.now, namespace: 'default' }
  const access = createAccessTokens({ ...deps, believedMs })
  const textOf = (at: number) => `tms_${String(at).padStart(8, '0')}_${'A'.repeat(43)}`
  for (let at = 0; at <= 10_000; at++) await access.check(textOf(at))
  await access.check(textOf(0))
  expect(finds).toHaveLength(10_002)
  await access.check(textOf(0))
  expect(finds).toHaveLength(10_002)
})

test('the default namespace makes tokens for others, and no other does', async () => {
  const { access, deskOf } = stage()
  const blue = deskOf('blue')
  await access.create({ name: 'a', scope: 'admin', namespace: 'blue' })
  await access.create({ name: 'a', scope: 'admin', namespace: 'red' })
  expect((await blue.list()).map(({ namespace }) => namespace)).toEqual(['blue'])
  expect((await access.list()).length).toBe(2)
  const foreign = { name: 'b', scope: 'read', namespace: 'red' } as const
  await expect(blue.create(foreign)).rejects.toMatchObject({ code: 'scope_insufficient' })
  await expect(blue.revoke('a', 'red')).rejects.toMatchObject({ code: 'scope_insufficient' })
  await expect(blue.revoke('b')).rejects.toMatchObject({ code: 'token_not_found' })
  await expect(blue.create({ name: 'a', scope: 'read' })).rejects.toMatchObject({
    code: 'token_name_taken',
  })
})

test.each([
  ['read', 'read', true],
  ['read', 'write', false],
  ['write', 'read', true],
  ['write', 'admin', false],
  ['admin', 'admin', true],
] as const)('a token of scope %s does what needs %s: %s', (scope, needed, isAllowed) => {
  const ask = () => requireScope({ name: 'a', namespace: 'default', scope }, needed, 'it')
  if (isAllowed) expect(ask).not.toThrow()
  else expect(ask).toThrow(/needs a token with the scope/)
})
