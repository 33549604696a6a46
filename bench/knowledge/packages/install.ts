import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of each package, installed from npm into a temporary folder; `undefined` where it cannot be. */
export function installPackages(
  packages: Readonly<Record<string, string>>,
): readonly string[] | undefined {
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const home = join(tmpdir(), `tamis-bench-${names.join('-')}`)
  const folders = Object.keys(packages).map((name) => join(home, 'node_modules', name))
  if (folders.every((folder) => existsSync(join(folder, 'package.json')))) return folders
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"private": true}\n')
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', ...options, ...names], { cwd: home, stdio: 'pipe' })
  } catch (error) {
    console.log(`The packages cannot be had here: ${String(error).slice(0, 200)}`)
    return undefined
  }
  return folders
}
