import { expect, test } from 'vitest'
import type { Caller, Engine } from '../../engine.ts'
import { gatewayServerOperations } from './gateway-servers.ts'

const written: string[] = []
const engine = {
  meter: { count: () => {} },
  configFile: {
    path: 'tamis.toml',
    addServer: (name: string) => void written.push(name),
    removeServer: (name: string) => void written.push(name),
    importable: () => [],
    importServers: (names: readonly string[]) => void written.push(...names),
  },
} as unknown as Engine

const { signal } = new AbortController()

const admin = (namespace: string): Caller =>
  ({ namespace, scope: 'admin', name: 'ann', tokenId: 'tok_1' }) as Caller

test.each([
  ['gateway.add', { name: 'docs', url: 'https://example.org/mcp' }],
  ['gateway.remove', { server: 'docs' }],
  ['gateway.import', { names: ['docs'] }],
  ['gateway.importable', {}],
])('%s is for those who run the daemon, not for a namespace on it', async (name, input) => {
  const operation = gatewayServerOperations.find((one) => one.name === name)
  const run = (namespace: string) =>
    operation?.run(engine, input, { source: 'http', caller: admin(namespace), signal })
  await expect(run('team')).rejects.toMatchObject({ code: 'scope_insufficient' })
  expect(written).toEqual([])
  await expect(run('default')).resolves.toBeDefined()
  written.length = 0
})

test('what servers there are, what they write and when they start anew is for admins alone', () => {
  expect(gatewayServerOperations.filter(({ scope }) => scope !== 'admin')).toEqual([])
})

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'not an address'])(
  'adds no server at %s',
  async (url) => {
    const [add] = gatewayServerOperations
    const input = { name: 'docs', url }
    await expect(
      add?.run(engine, input, { source: 'http', caller: undefined, signal }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    })
  },
)
