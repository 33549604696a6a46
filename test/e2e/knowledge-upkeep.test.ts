import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { program } from '../support/program.ts'
import { cleanEnvironment, newFolder, runTamis } from './tamis.ts'

const main = program()
const wordsOnly = { TAMIS_EMBEDDER_KIND: 'none' }
/** A user that may read less than root. */
const nobody = 65_534
const isRoot = process.getuid?.() === 0

function writeNote(folder: string, name: string, word: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `# ${name}\n\nThe marker of this note is ${word}.\n`)
}

async function tamis(home: string, ...args: readonly string[]) {
  const { code, stdout, stderr } = await runTamis([...args, '--home', home, '--json'])
  const text = stdout === '' ? stderr : stdout
  return { code, json: JSON.parse(text) }
}

function titlesIn(home: string): readonly unknown[] {
  const database = new DatabaseSync(join(home, 'knowledge.db'), { readOnly: true })
  const rows = database.prepare('select path from knowledge_documents order by path').all()
  database.close()
  return rows.map(({ path }) => path)
}

test('follows changes below a watched folder until it is interrupted', async () => {
  const folder = newFolder()
  const home = newFolder()
  writeNote(folder, 'first.md', 'walnut')
  const child = spawn(process.execPath, [main, 'ingest', folder, '--watch', '--home', home], {
    env: cleanEnvironment(wordsOnly),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  await expect.poll(() => said, { timeout: 20_000 }).toContain('Watching')
  const settled = (paths: readonly string[]) =>
    expect.poll(() => titlesIn(home), { timeout: 20_000, interval: 50 }).toEqual(paths)
  await settled(['first.md'])
  writeNote(join(folder, 'inner'), 'second.md', 'cherry')
  await settled(['first.md', 'inner/second.md'])
  rmSync(join(folder, 'first.md'))
  await settled(['inner/second.md'])
  child.kill('SIGINT')
  const [code, signal] = await exited
  expect({ code, signal }).toMatchObject({ signal: null })
})

test('embeds everything again, also when a model changed under its name', async () => {
  const folder = newFolder()
  const home = newFolder()
  for (const word of ['walnut', 'cherry', 'maple']) writeNote(folder, `${word}.md`, word)
  expect((await tamis(home, 'ingest', folder)).json).toMatchObject({ added: 3, embedded: 3 })
  const find = () => tamis(home, 'search', 'the cherry marker', '--mode', 'vector')
  const before = (await find()).json.hits
  const database = new DatabaseSync(join(home, 'knowledge.db'))
  database.exec('update knowledge_vectors set vector = zeroblob(12), seal = null')
  database.close()
  const refused = await find()
  expect(refused.code).not.toBe(0)
  expect(JSON.stringify(refused.json)).toContain('tamis ingest --reembed')
  expect((await tamis(home, 'ingest', '--reembed')).json).toEqual({ embedded: 3 })
  expect((await find()).json.hits).toEqual(before)
})

test('passes over what it may not read, and indexes the rest', async () => {
  const folder = newFolder()
  const home = newFolder()
  writeNote(folder, 'open.md', 'walnut')
  writeNote(folder, 'sealed.md', 'cherry')
  writeNote(join(folder, 'closed'), 'inside.md', 'maple')
  writeNote(join(folder, 'ruled'), 'beside.md', 'willow')
  writeFileSync(join(folder, 'ruled/.gitignore'), '*.tmp\n')
  for (const name of ['sealed.md', 'ruled/.gitignore']) chmodSync(join(folder, name), 0o000)
  chmodSync(join(folder, 'closed'), 0o000)
  onTestFinished(() => chmodSync(join(folder, 'closed'), 0o700))
  // Root reads everything, so the command runs as somebody else.
  const identity = isRoot ? { uid: nobody, gid: nobody } : {}
  if (isRoot) for (const path of [folder, home]) chownSync(path, nobody, nobody)
  const child = spawn(process.execPath, [main, 'ingest', folder, '--home', home, '--json'], {
    ...identity,
    env: { ...cleanEnvironment(wordsOnly), HOME: home },
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  const { added, skipped } = JSON.parse(stdout)
  expect(added).toBe(2)
  expect(skipped).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ path: 'sealed.md', skipped: 'unreadable' }),
      expect.objectContaining({ path: 'closed', skipped: 'unreadable' }),
      expect.objectContaining({ path: 'ruled/.gitignore', skipped: 'unreadable' }),
    ]),
  )
  expect(titlesIn(home)).toEqual(['open.md', 'ruled/beside.md'])
})
