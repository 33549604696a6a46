import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { unusedAddress } from '../support/http-server.ts'
import { postJson, type RunningDaemon, startTamis } from './tamis.ts'

const packages = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol')
const fixture = join(import.meta.dirname, '../fixtures/mcp-servers/misbehaving.mjs')

/** How each server of npm, and each of ours that misbehaves, is started. */
export const commands = {
  everything: [join(packages, 'server-everything/dist/index.js'), 'stdio'],
  filesystem: (folder: string) => [join(packages, 'server-filesystem/dist/index.js'), folder],
  memory: [join(packages, 'server-memory/dist/index.js')],
  thinking: [join(packages, 'server-sequential-thinking/dist/index.js')],
  misbehaving: (mode: string, proof = '') => [fixture, mode, proof],
}

export interface Upstream {
  readonly args?: readonly string[]
  readonly url?: string
  readonly [key: string]: unknown
}

/** A home whose `tamis.toml` names these upstreams. */
export function homeWith(servers: Readonly<Record<string, Upstream>>, more = ''): string {
  const home = mkdtempSync(join(tmpdir(), 'tamis-gateway-'))
  const sections = Object.entries(servers).map(([name, { url, args = [], ...rest }]) => {
    const target = url
      ? [`url = ${JSON.stringify(url)}`]
      : [`command = ${JSON.stringify(process.execPath)}`, `args = ${JSON.stringify(args)}`]
    const settings = Object.entries(rest).map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
    return [`[gateway.servers.${name}]`, ...target, ...settings].join('\n')
  })
  writeFileSync(join(home, 'tamis.toml'), `${more}\n${sections.join('\n\n')}\n`)
  return home
}

export interface GatewayDaemon extends RunningDaemon {
  /** Calls an operation; the body of its answer. */
  call<Body = Record<string, never>>(operation: string, input?: object): Promise<Body>
}

/** The real daemon in front of these upstreams, stopped when the test ends. */
export async function startGateway(
  servers: Readonly<Record<string, Upstream>>,
  options: { more?: string; home?: string; env?: Record<string, string> } = {},
): Promise<GatewayDaemon> {
  const home = options.home ?? homeWith(servers, options.more)
  const daemon = await startTamis({ home, ...(options.env ? { env: options.env } : {}) })
  onTestFinished(async () => {
    await daemon.stop()
  })
  return {
    ...daemon,
    call: async <Body>(operation: string, input: object = {}) =>
      (await postJson(`${daemon.url}/api/${operation}`, input)).body as Body,
  }
}

/** The reference server at an address, as a process of its own: over Streamable HTTP, or as servers of 2024 did. */
export async function startEverythingOverHttp(
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
): Promise<string> {
  const { port } = new URL(await unusedAddress())
  const [script = ''] = commands.everything
  const child = spawn(process.execPath, [script, transport], {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill())
  // It goes on writing there, and would end with a pipe that nobody reads.
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => /listening|running/.test(String(chunk)) && resolve())
  })
  return `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`
}

export interface Found {
  readonly results: readonly {
    readonly id: string
    readonly score: number
    readonly because?: string
  }[]
}

/** A fresh folder with these files. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-files-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
