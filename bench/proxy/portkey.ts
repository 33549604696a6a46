import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Installs the peer into a temporary folder, never into the repository; `undefined` when it cannot be. */
export async function installPortkey(): Promise<string | undefined> {
  const folder = join(tmpdir(), 'tamis-bench-portkey')
  const script = join(folder, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  if (existsSync(script)) return script
  mkdirSync(folder, { recursive: true })
  // With a newer @hono/node-server it cannot stream.
  const overrides = { '@hono/node-server': '1.14.1' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
  try {
    execFileSync(
      'npm',
      ['install', '--no-audit', '--no-fund', '--ignore-scripts', '@portkey-ai/gateway@1.15.2'],
      {
        cwd: folder,
        stdio: 'ignore',
        timeout: 180_000,
      },
    )
  } catch (error) {
    console.log(`@portkey-ai/gateway cannot be installed here: ${String(error).slice(0, 100)}`)
    return undefined
  }
  return existsSync(script) ? script : undefined
}
