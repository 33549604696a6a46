import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, runTamis } from './tamis.ts'

async function tamis(home: string, words: readonly string[], folder = newFolder()) {
  const ran = await runTamis([...words, '--home', home], { folder })
  return { ...ran, out: ran.stdout.trim() }
}

const idIn = (text: string): string => /lrn_[a-z2-7]{16}/.exec(text)?.[0] ?? ''

test('a memory belongs to the repository it was written in, and is not recalled in another', async () => {
  const home = newFolder()
  const [app, other] = [join(newFolder(), 'my app'), join(newFolder(), 'other')]
  for (const folder of [app, other]) mkdirSync(join(folder, '.git'), { recursive: true })
  mkdirSync(join(app, 'src'))
  await tamis(home, ['remember', 'The linter wants tabs'], join(app, 'src'))
  expect((await tamis(home, ['recall', 'linter'], app)).out).toContain('The linter wants tabs')
  expect((await tamis(home, ['recall', 'linter'], other)).out).toBe(
    'Nothing that is remembered fits.',
  )
  expect((await tamis(home, ['recall', 'linter', '--everywhere'], other)).out).toContain('tabs')
  const { out } = await tamis(home, ['memories', '--json'], app)
  expect(JSON.parse(out).memories).toMatchObject([{ project: 'my-app', state: 'current' }])
})

test('a work tree belongs to the project of its repository', async () => {
  const home = newFolder()
  const tree = join(newFolder(), 'feature')
  mkdirSync(tree)
  writeFileSync(join(tree, '.git'), 'gitdir: /somewhere/app/.git/worktrees/feature\n')
  await tamis(home, ['remember', 'Trees share a project'], tree)
  const { out } = await tamis(home, ['memories', '--json'], tree)
  expect(JSON.parse(out).memories).toMatchObject([{ project: 'app' }])
})

test('what was replaced, forgotten or has expired is put in front of no agent', async () => {
  const home = newFolder()
  const inject = ['memory', 'inject', '--story', 'PD-1', '--query-text', 'staging reset']
  const old = idIn((await tamis(home, ['remember', 'Staging is reset on Monday'])).out)
  await tamis(home, ['remember', 'Staging is reset on Sunday', '--replaces', old])
  await tamis(home, ['remember', 'Staging reset is off', '--valid-until', '2020-01-01'])
  const { out } = await tamis(home, inject)
  expect(out).toContain('Sunday')
  expect(out).not.toMatch(/Monday|is off/)
  expect((await tamis(home, ['memory', 'show', old])).out).toContain('Monday')
  await tamis(home, ['forget', old])
  const gone = await tamis(home, ['memory', 'show', old])
  expect(gone.code).toBe(1)
  const again = await tamis(home, ['forget', old])
  expect(again.stderr).toContain('`tamis memories` lists them')
})

test('a memory cannot replace one that is not there', async () => {
  const { code, stderr } = await tamis(newFolder(), ['remember', 'New', '--replaces', 'lrn_x'])
  expect(code).toBe(1)
  expect(stderr).toContain('No memory has the id lrn_x')
})

test('near-duplicates are shown first, merged when asked, and none is lost', async () => {
  const home = newFolder()
  const first = 'Close the connection pool before the process exits or the tests hang for a minute'
  await tamis(home, ['remember', first])
  await tamis(home, ['memory', 'remember', `${first} on the build machine too`, '--story', 'PD-7'])
  const dry = await tamis(home, ['memory', 'merge', '--dry-run'])
  expect(dry.out).toContain('replaces lrn_')
  expect(JSON.parse((await tamis(home, ['memories', '--json'])).out).total).toBe(2)
  expect((await tamis(home, ['memory', 'merge'])).out).toBe(dry.out)
  expect(JSON.parse((await tamis(home, ['memories', '--json'])).out).total).toBe(1)
  expect(JSON.parse((await tamis(home, ['memories', '--all', '--json'])).out).total).toBe(2)
})
