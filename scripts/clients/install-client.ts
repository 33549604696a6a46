import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Hundreds of megabytes each: kept between runs, outside the repository. */
const folder = join(tmpdir(), 'tamis-clients')

/** Installs a package where it is not yet, running none of its scripts; the program, or why there is none. */
export function installClient(
  name: string,
  program: string,
): { readonly program: string } | { readonly problem: string } {
  const path = join(folder, 'node_modules', program)
  if (existsSync(path)) return { program: path }
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}')
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', name]
  try {
    execFileSync('npm', words, { cwd: folder, stdio: 'pipe', timeout: 600_000 })
  } catch (error) {
    const lines = String(error instanceof Error ? error.message : error).split('\n')
    return { problem: `cannot be installed: ${lines.at(-1)?.slice(0, 200) ?? ''}` }
  }
  return existsSync(path) ? { program: path } : { problem: `has no program for this machine` }
}
