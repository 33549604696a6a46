import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface InstalledPortkey {
  readonly script: string
  /** The Node.js of its makers' container; `undefined` where that cannot be installed. */
  readonly ownNode: string | undefined
}

const gateway = '@portkey-ai/gateway@1.15.2'
const platform = process.platform === 'win32' ? 'win' : process.platform
const nodePackage = `node-${platform}-${process.arch}`

/** Installs the peer into a temporary folder, never into the repository; `undefined` when it cannot be. */
export function installPortkey(): InstalledPortkey | undefined {
  const folder = join(tmpdir(), 'tamis-bench-portkey')
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const ownNode = join(folder, 'node_modules', nodePackage, 'bin/node')
  mkdirSync(folder, { recursive: true })
  // With a newer @hono/node-server it cannot stream.
  const overrides = { '@hono/node-server': '1.14.1' }
  if (!existsSync(script)) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
    install(folder, gateway)
  }
  if (!existsSync(ownNode)) install(folder, `${nodePackage}@20.20.2`)
  if (!existsSync(script)) return undefined
  return { script, ownNode: existsSync(ownNode) ? ownNode : undefined }
}

function install(folder: string, wanted: string): void {
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted]
  try {
    execFileSync('npm', words, { cwd: folder, stdio: 'ignore', timeout: 180_000 })
  } catch (error) {
    console.log(`${wanted} cannot be installed here: ${String(error).slice(0, 100)}`)
  }
}
