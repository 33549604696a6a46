import { spawnSync } from 'node:child_process'

/**
 * What a change touches: the files that differ from where this branch left `main`, those of the last
 * commit when it did not leave it, and what is not committed yet.
 */
export function changedFiles(root: string): ReadonlySet<string> {
  const git = (...words: string[]): string => {
    const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : ''
  }
  const head = git('rev-parse', 'HEAD')
  const left = ['origin/main', 'main'].map((name) => git('merge-base', name, 'HEAD')).find(Boolean)
  const base = left === undefined || left === head ? git('rev-parse', 'HEAD~1') : left
  const committed = base === '' ? '' : git('diff', '--name-only', base, 'HEAD')
  const waiting = git('status', '--porcelain', '--untracked-files=all')
  const waitingNames = waiting.split('\n').map((line) => line.trim().replace(/^\S+\s+/, ''))
  return new Set([...committed.split('\n'), ...waitingNames].filter((name) => name !== ''))
}
