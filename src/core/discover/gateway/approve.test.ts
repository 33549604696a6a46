import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'

/** A server whose tools were approved and then changed their words. */
async function changed() {
  const servers = {
    crm: { tools: [listedTool('find', 'Find a customer'), listedTool('mail', 'Mail a customer')] },
  }
  const { discovery } = setDiscovery(servers)
  await discovery.gateway.doctor()
  const say = async (find: string, mail: string): Promise<void> => {
    servers.crm.tools = [listedTool('find', find), listedTool('mail', mail)]
    await discovery.gateway.doctor()
  }
  await say('Find any customer', 'Mail all customers')
  return { gateway: discovery.gateway, say }
}

test('a changed tool waits with its whole wording, the approved one and the difference', async () => {
  const { gateway, say } = await changed()
  const long = `Find a customer ${'and another '.repeat(100)}`
  await say(long, 'Mail a customer')
  const { pending } = await gateway.pending('crm')
  expect(pending).toMatchObject([
    {
      name: 'find',
      kind: 'changed',
      description: long,
      before: { description: 'Find a customer' },
      inputSchema: { type: 'object' },
    },
  ])
  const [tool] = pending
  expect(tool?.difference.inputSchema.map(({ kind }) => kind)).toEqual(['same'])
})

test('all that was shown is approved with the digest of the list', async () => {
  const { gateway } = await changed()
  const { digest } = await gateway.pending('crm')
  expect((await gateway.approve('crm', digest)).map(({ name }) => name)).toEqual(['find', 'mail'])
  expect((await gateway.pending('crm')).pending).toEqual([])
})

test('nothing is approved once something else waits than was shown', async () => {
  const { gateway, say } = await changed()
  const { digest, pending } = await gateway.pending('crm')
  await say('Find any customer', 'Mail all customers, and us')
  await expect(gateway.approve('crm', digest)).rejects.toMatchObject({ code: 'approval_stale' })
  const [find, mail] = pending
  await expect(gateway.approve('crm', mail?.digest ?? '', 'mail')).rejects.toMatchObject({
    code: 'approval_stale',
  })
  expect((await gateway.pending('crm')).pending).toHaveLength(2)
  expect(await gateway.approve('crm', find?.digest ?? '', 'find')).toHaveLength(1)
})

test('the digest of one tool approves no other, nor all', async () => {
  const { gateway } = await changed()
  const [find] = (await gateway.pending('crm')).pending
  const shown = find?.digest ?? ''
  await expect(gateway.approve('crm', shown, 'mail')).rejects.toThrow('not what was shown')
  await expect(gateway.approve('crm', shown)).rejects.toThrow('not what was shown')
})
