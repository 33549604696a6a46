import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'
import type { AskedClient } from '../../../ports/asked-client.ts'

const extra = listedTool('paint_fence', 'Paints a fence in any colour')
const client = (key: string): AskedClient => ({
  ...{ key, isOfOneCall: false, capabilities: {}, tell: () => undefined },
  ask: async () => ({}),
})

/** A server that shows one client more than the rest. */
async function stage(isQuarantined = false) {
  const tools = [listedTool('work', 'Works')]
  const { discovery, announce } = setDiscovery(
    { trusted: { tools } },
    isQuarantined ? { quarantined: new Set(['trusted']) } : {},
  )
  await discovery.discover({ intent: 'anything' })
  let told = 0
  discovery.onToolsChanged(() => {
    told += 1
  })
  announce('trusted', {
    key: 'ann',
    list: async () => ({ description: '', tools: [...tools, extra], era: 'legacy' }),
  })
  await new Promise(setImmediate)
  const idsFor = async (key: string): Promise<readonly string[]> => {
    const visitor = { source: 'test', client: client(key) }
    const { results } = await discovery.discover({ intent: 'paint a fence' }, undefined, visitor)
    return results.map(({ id }) => id)
  }
  const call = (key: string) => ({
    source: 'test',
    caller: undefined,
    signal: new AbortController().signal,
    client: client(key),
  })
  return { discovery, idsFor, call, told: () => told }
}

const id = 'tool:trusted:paint_fence'

test('a tool of one client’s connection is found, listed and run by that client', async () => {
  const { discovery, idsFor, call, told } = await stage()
  expect(told()).toBe(1)
  expect(await idsFor('ann')).toContain(id)
  const shown = await discovery.forwarding.shownTools(undefined, 'ann')
  expect(shown.map(({ name }) => name)).toContain('trusted__paint_fence')
  const answer = await discovery.forwarding.callShown('trusted__paint_fence', {}, call('ann'))
  expect(answer).toBeDefined()
  const { id: found } = await discovery.details(id, {}, undefined, client('ann'))
  expect(found).toBe(id)
  expect(await discovery.execute({ id }, call('ann'))).toMatchObject({ status: 'success' })
})

test('to others it is not there', async () => {
  const { discovery, idsFor, call } = await stage()
  expect(await idsFor('ben')).not.toContain(id)
  const shown = await discovery.forwarding.shownTools(undefined, 'ben')
  expect(shown.map(({ name }) => name)).toEqual(['trusted__work'])
  const run = discovery.forwarding.callShown('trusted__paint_fence', {}, call('ben'))
  expect(await run).toBeUndefined()
  await expect(discovery.details(id, {}, undefined, client('ben'))).rejects.toThrow('not allowed')
  await expect(discovery.execute({ id }, call('ben'))).rejects.toThrow()
})

test('a server that waits for approval shows nothing more to a client either', async () => {
  const { idsFor, told } = await stage(true)
  expect(told()).toBe(0)
  expect(await idsFor('ann')).not.toContain(id)
})
