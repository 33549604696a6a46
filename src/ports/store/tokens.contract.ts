import { expect, test } from 'vitest'
import type { StoredToken, Tokens } from './tokens.ts'

const token = (fields: Partial<StoredToken>): StoredToken => ({
  id: 'id-1',
  name: 'alice',
  namespace: 'default',
  scope: 'write',
  hash: 'a'.repeat(64),
  createdAt: 1,
  ...fields,
})

/** Every adapter of `Tokens` must pass these. */
export function tokensContract(open: () => Promise<Tokens>): void {
  test('finds by id what was added, whole', async () => {
    const tokens = await open()
    const plain = token({})
    const limited = token({ id: 'id-2', name: 'ci', expiresAt: 99, requestsPerMinute: 60 })
    expect(await tokens.add(plain)).toBe(true)
    expect(await tokens.add(limited)).toBe(true)
    expect(await tokens.find('id-1')).toEqual(plain)
    expect(await tokens.find('id-2')).toEqual(limited)
    expect(await tokens.find('id-3')).toBeUndefined()
  })

  test('has a name once in each namespace', async () => {
    const tokens = await open()
    await tokens.add(token({}))
    expect(await tokens.add(token({ id: 'id-2', scope: 'admin' }))).toBe(false)
    expect(await tokens.add(token({ id: 'id-3', namespace: 'other' }))).toBe(true)
    expect(await tokens.find('id-2')).toBeUndefined()
  })

  test('lists by namespace and name', async () => {
    const tokens = await open()
    await tokens.add(token({ id: 'id-1', name: 'b', namespace: 'y' }))
    await tokens.add(token({ id: 'id-2', name: 'a', namespace: 'y' }))
    await tokens.add(token({ id: 'id-3', name: 'c', namespace: 'x' }))
    expect((await tokens.list()).map(({ id }) => id)).toEqual(['id-3', 'id-2', 'id-1'])
  })

  test('removes one by namespace and name, after which the name is free', async () => {
    const tokens = await open()
    await tokens.add(token({}))
    expect(await tokens.remove('other', 'alice')).toBe(false)
    expect(await tokens.remove('default', 'alice')).toBe(true)
    expect(await tokens.remove('default', 'alice')).toBe(false)
    expect(await tokens.find('id-1')).toBeUndefined()
    expect(await tokens.add(token({ id: 'id-2' }))).toBe(true)
  })
}
