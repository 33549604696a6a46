import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { clientFiles, findClientServers } from './client-configs.ts'
import type { Machine } from './client-locations.ts'

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'tamis-clients-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), text)
  }
  return home
}

const machine = (home: string): Machine => ({ platform: process.platform, environment: {}, home })
const settings = process.platform === 'darwin' ? 'Library/Application Support' : '.config'
const json = (key: string, servers: object): string => JSON.stringify({ [key]: servers })
const server = { command: 'npx', args: ['-y', 'thing'] }

test.each([
  { client: 'Claude Code', file: '.claude.json', text: json('mcpServers', { thing: server }) },
  {
    client: 'Claude Desktop',
    file: `${settings}/Claude/claude_desktop_config.json`,
    text: json('mcpServers', { thing: server }),
  },
  { client: 'Cursor', file: '.cursor/mcp.json', text: json('mcpServers', { thing: server }) },
  {
    client: 'VS Code',
    file: `${settings}/Code/User/mcp.json`,
    text: json('servers', { thing: server }),
  },
  {
    client: 'Codex',
    file: '.codex/config.toml',
    text: '[mcp_servers.thing]\ncommand = "npx"\nargs = ["-y", "thing"]',
  },
])('finds the servers of $client', ({ client, file, text }) => {
  const home = homeWith({ [file]: text })
  const { servers } = findClientServers(clientFiles(homeWith({}), machine(home)))
  expect(servers).toMatchObject([{ name: 'thing', client, file: join(home, file), variables: [] }])
  const gateway = parse(servers[0]?.toml ?? '').gateway
  expect(configSchema.parse({ gateway }).gateway.servers.thing).toMatchObject(server)
})

test('leaves secrets where they are, and says which variables are needed', () => {
  const home = homeWith({
    '.claude.json': json('mcpServers', {
      'my hub': { command: 'hub', env: { HUB_TOKEN: 'sk-canary' } },
      remote: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer sk-canary' } },
    }),
  })
  const { servers } = findClientServers(clientFiles(homeWith({}), machine(home)))
  expect(JSON.stringify(servers)).not.toContain('canary')
  expect(servers.map(({ name, variables }) => [name, variables])).toEqual([
    ['my-hub', ['HUB_TOKEN']],
    ['remote', ['REMOTE_AUTHORIZATION']],
  ])
  for (const { toml } of servers)
    expect(configSchema.safeParse({ gateway: parse(toml).gateway }).success).toBe(true)
})

test('does not offer Tamis to itself', () => {
  const home = homeWith({ '.cursor/mcp.json': json('mcpServers', { tamis: server }) })
  expect(findClientServers(clientFiles(homeWith({}), machine(home))).servers).toEqual([])
})

test('names files and servers it cannot read', () => {
  const home = homeWith({ '.claude.json': '{', '.cursor/mcp.json': json('mcpServers', { x: {} }) })
  const { servers, problems } = findClientServers(clientFiles(homeWith({}), machine(home)))
  expect(servers).toEqual([])
  expect(problems).toHaveLength(2)
})
