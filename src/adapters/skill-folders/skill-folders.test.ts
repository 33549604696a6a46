import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { skillFolders } from './skill-folders.ts'

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-skills-'))

function writeSkill(folder: string, name: string, head: string): void {
  mkdirSync(join(folder, name, 'references'), { recursive: true })
  writeFileSync(join(folder, name, 'SKILL.md'), `---\n${head}\n---\n# ${name}\n`)
  writeFileSync(join(folder, name, 'references', 'more.md'), 'more')
}

test('lists every folder with a SKILL.md that says what it is for, and reads it', async () => {
  const folder = temporaryFolder()
  writeSkill(folder, 'pdf', 'name: pdf\ndescription: >\n  Fill in forms\n  of a PDF')
  writeSkill(folder, 'silent', 'name: silent')
  writeSkill(folder, 'broken', 'description: [')
  const skills = skillFolders([folder, join(folder, 'absent')], () => 0)
  const listed = await skills.list()
  expect(listed.map(({ name, description, uri }) => ({ name, description, uri }))).toEqual([
    { name: 'pdf', description: 'Fill in forms of a PDF\n', uri: 'skill://pdf/SKILL.md' },
  ])
  expect(listed[0]?.files).toContain(join('references', 'more.md'))
  expect(await skills.read('skill://pdf/SKILL.md')).toContain('# pdf')
  expect(await skills.read(`skill://${join(folder, 'silent', 'references', 'more.md')}`)).toBe(
    undefined,
  )
})

test('a change is seen after a moment, and no change gives the same array', async () => {
  const folder = temporaryFolder()
  writeSkill(folder, 'pdf', 'description: Fill in forms')
  const clock = { now: 0 }
  const skills = skillFolders([folder], () => clock.now)
  const first = await skills.list()
  writeSkill(folder, 'tables', 'description: Read tables')
  expect(await skills.list()).toBe(first)
  clock.now = 6000
  expect((await skills.list()).map(({ name }) => name)).toEqual(['pdf', 'tables'])
  rmSync(join(folder, 'pdf'), { recursive: true })
  clock.now = 12_000
  expect(await skills.list()).toHaveLength(1)
  clock.now = 18_000
  expect(await skills.list()).toBe(await skills.list())
})

test('two folders of one name keep apart', async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()]
  for (const folder of [one, other]) writeSkill(folder, 'pdf', `description: of ${folder}`)
  const listed = await skillFolders([one, other], () => 0).list()
  expect(new Set(listed.map(({ uri }) => uri)).size).toBe(2)
})
