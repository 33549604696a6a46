import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const oldMs = 60 * 60 * 1000

let found: string | undefined

/** The bundle as users run it, of the sources as they are: it starts in a fraction of the time they take. */
export function program(): string {
  found ??= findProgram()
  return found
}

function findProgram(): string {
  const folder = join(root, `dist-test-${newest(join(root, 'src')).toString(36)}`)
  if (!existsSync(folder)) build(folder)
  return join(folder, 'main.js')
}

/** Made elsewhere and put in place at once: of those that build side by side the first wins. */
function build(folder: string): void {
  removeOld()
  const made = mkdtempSync(join(root, 'dist-test-new-'))
  const script = join(root, 'scripts/bundle.mjs')
  const code = `(await import(${JSON.stringify(script)})).bundle(${JSON.stringify(made)})`
  // Some tests run it as another user.
  chmodSync(made, 0o755)
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root })
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
}

function removeOld(): void {
  for (const name of readdirSync(root)) {
    const place = join(root, name)
    // Other tests make and remove such folders meanwhile.
    const made = statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (name.startsWith('dist-test-') && Date.now() - made > oldMs)
      rmSync(place, { recursive: true, force: true })
  }
}

/** When the latest of the files was changed, in microseconds. */
function newest(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return Math.max(...names.map((name) => Math.round(statSync(join(folder, name)).mtimeMs * 1000)))
}
