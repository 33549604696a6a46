import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runTamis } from './tamis.ts'

function git(folder: string, ...words: readonly string[]): string {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  return execFileSync('git', ['-C', folder, ...who, ...words], { encoding: 'utf8', stdio: 'pipe' })
}

async function remember(clone: string, text: string): Promise<void> {
  const env = { TAMIS_MEMORY_FOLDER: join(clone, 'memory') }
  const { code, stderr } = await runTamis(['remember', text, '--home', newFolder()], { env })
  expect([code, stderr]).toEqual([0, ''])
}

test('two clones both write, and after a merge every record is there once', async () => {
  const shared = join(newFolder(), 'shared.git')
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', shared])
  const [first, second] = [join(newFolder(), 'first'), join(newFolder(), 'second')]
  execFileSync('git', ['clone', '-q', shared, first], { stdio: 'pipe' })
  mkdirSync(join(first, 'memory'))
  await remember(first, 'Both machines know this already')
  const setUp = async (clone: string) => {
    const env = { TAMIS_MEMORY_FOLDER: join(clone, 'memory') }
    return runTamis(['memory', 'git', '--home', newFolder()], { env })
  }
  expect((await setUp(first)).code).toBe(0)
  git(first, 'add', '-A')
  git(first, 'commit', '-qm', 'memories')
  git(first, 'push', '-q', 'origin', 'HEAD:main')
  execFileSync('git', ['clone', '-q', shared, second], { stdio: 'pipe' })
  expect((await setUp(second)).code).toBe(0)

  await remember(first, 'The first machine learned about sockets')
  await remember(first, 'A thing that both machines found out by themselves')
  await remember(second, 'The second machine learned about turnips')
  await remember(second, 'A thing that both machines found out by themselves')
  for (const clone of [first, second]) git(clone, 'commit', '-qam', 'more')
  git(first, 'push', '-q', 'origin', 'HEAD:main')
  git(second, 'pull', '-q', '--no-rebase', '--no-edit', 'origin', 'main')

  const text = readFileSync(join(second, 'memory/learnings.jsonl'), 'utf8')
  const texts = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).text)
  expect(texts).toHaveLength(4)
  expect(new Set(texts)).toEqual(
    new Set([
      'Both machines know this already',
      'The first machine learned about sockets',
      'A thing that both machines found out by themselves',
      'The second machine learned about turnips',
    ]),
  )
  expect(git(second, 'status', '--porcelain')).toBe('')
}, 60_000)

test('outside of a repository it says what to do', async () => {
  const home = newFolder()
  await runTamis(['remember', 'Something', '--home', home])
  const { code, stderr } = await runTamis(['memory', 'git', '--home', home], {
    env: { GIT_CEILING_DIRECTORIES: home },
  })
  expect(code).toBe(1)
  expect(stderr).toContain('Put the folder of memories into a repository')
})
