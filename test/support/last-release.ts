import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')
/** What counts as the last release while there is no tag: 0.1.0 before the tables lay in days. */
const beforeTags = '7f784dfce6c2f49903f84aba23cbd7cf37455b00'

/** The last release by its revision; `undefined` where the history does not hold it. */
export const lastRelease: string | undefined = [newestTag(), beforeTags].find(
  (name) => name !== undefined && git('cat-file', '-e', `${name}^{commit}`) !== undefined,
)

/** Why tests that need it are skipped. */
export const noRelease = 'the last release is not in the history here'

/** Its program, out of the repository's history, with the packages that are installed here. */
export function lastReleaseProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-release-'))
  const archive = execFileSync('git', ['archive', lastRelease ?? 'HEAD'], {
    cwd: repository,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  return join(folder, 'src/main.ts')
}

function newestTag(): string | undefined {
  return git('describe', '--tags', '--abbrev=0', '--match', 'v*')
}

function git(...words: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', words, { cwd: repository, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
