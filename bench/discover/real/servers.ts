import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { RawTool } from '../sets.ts'

export interface Package {
  readonly server: string
  readonly name: string
  readonly version: string
  readonly args?: readonly string[]
}

/** Servers of the npm registry that list their tools without a key. */
const usualPackages: readonly Package[] = [
  {
    ...{ server: 'filesystem', name: '@modelcontextprotocol/server-filesystem' },
    ...{ version: '2026.8.31', args: ['.'] },
  },
  { server: 'memory', name: '@modelcontextprotocol/server-memory', version: '2026.8.31' },
  {
    server: 'thinking',
    name: '@modelcontextprotocol/server-sequential-thinking',
    version: '2026.8.31',
  },
  { server: 'everything', name: '@modelcontextprotocol/server-everything', version: '2026.8.31' },
  { server: 'github', name: '@modelcontextprotocol/server-github', version: '2025.4.8' },
  { server: 'playwright', name: '@playwright/mcp', version: '0.0.83' },
  { server: 'chrome', name: 'chrome-devtools-mcp', version: '1.11.0' },
  { server: 'context7', name: '@upstash/context7-mcp', version: '4.1.1' },
  { server: 'chart', name: '@antv/mcp-server-chart', version: '0.9.10' },
  { server: 'mermaid', name: 'mcp-mermaid', version: '0.4.1' },
  { server: 'git', name: '@cyanheads/git-mcp-server', version: '2.15.3' },
  { server: 'puppeteer', name: '@modelcontextprotocol/server-puppeteer', version: '2025.5.12' },
]

const root = join(tmpdir(), 'tamis-bench-servers')
const longestListingMs = 60_000

/** The tools of one server, installed where it is not yet; `undefined` where it cannot be had. */
async function listPackage(found: Package): Promise<readonly RawTool[] | undefined> {
  const folder = join(root, found.server)
  try {
    install(folder, found)
    return await listTools(folder, found)
  } catch (error) {
    console.log(`${found.name} left out: ${error instanceof Error ? error.message : error}`)
    return undefined
  }
}

/** The tools of every server that can be had. */
export async function listAll(
  packages: readonly Package[] = usualPackages,
): Promise<readonly RawTool[]> {
  const listings: RawTool[][] = []
  for (const one of packages) listings.push([...((await listPackage(one)) ?? [])])
  const servers = listings.filter(({ length }) => length > 0).length
  console.log(`${listings.flat().length} tools of ${servers} servers`)
  return listings.flat()
}

function install(folder: string, { name, version }: Package): void {
  if (existsSync(join(folder, 'node_modules', name, 'package.json'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', ['install', ...options, `${name}@${version}`], { cwd: folder })
}

async function listTools(folder: string, found: Package): Promise<readonly RawTool[]> {
  const home = join(folder, 'node_modules', found.name)
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const start = typeof bin === 'string' ? bin : String(Object.values(bin)[0])
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(home, start), ...(found.args ?? [])],
    cwd: folder,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'tamis-bench', version: '0' })
  try {
    await client.connect(transport, { timeout: longestListingMs })
    const { tools } = await client.listTools({}, { timeout: longestListingMs })
    return tools.map(({ name, description = '', inputSchema }) => ({
      ...{ server: found.server, name, description, inputSchema },
    }))
  } finally {
    await client.close()
  }
}
