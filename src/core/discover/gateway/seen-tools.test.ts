import { expect, test } from 'vitest'
import { listedTool, setDiscovery } from '../../../../test/support/discovery-stage.ts'

const call = { source: 'test', caller: undefined }
const extra = listedTool('extra', 'Only some clients see it')

test.each([
  { server: 'trusted', isShown: true },
  { server: 'shady', isShown: false },
])(
  'a tool that only a session of $server saw is shown and called: $isShown',
  async ({ server, isShown }) => {
    const tools = [listedTool('work', 'Works')]
    const { discovery } = setDiscovery(
      { trusted: { tools }, shady: { tools } },
      { quarantined: new Set(['shady']) },
    )
    await discovery.discover({ intent: 'anything' })
    const relay = discovery.forwarding.relay(server, call)
    const answer = { jsonrpc: '2.0', id: 1, result: { tools: [...tools, extra] } }
    const { result } = await relay.review(answer)
    const names = (result as { tools: readonly { name: string }[] }).tools.map(({ name }) => name)
    expect(names.includes('extra')).toBe(isShown)
    const checked = relay.check({ id: 2, method: 'tools/call', params: { name: 'extra' } })
    if (isShown) await checked
    else await expect(checked).rejects.toMatchObject({ code: 'tool_not_found' })
  },
)
