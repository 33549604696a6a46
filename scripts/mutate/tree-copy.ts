import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TreeCopy {
  readonly folder: string
  remove(): void
}

/** The sources as they lie here, uncommitted changes too; what was installed and built is linked. */
export function copyTree(root: string): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-mutate-'))
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  for (const linked of ['node_modules', 'dist'])
    if (existsSync(join(root, linked))) symlinkSync(join(root, linked), join(folder, linked))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
