import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unusedAddress } from '../support/http-server.ts'
import { program } from '../support/program.ts'
import { lesson } from './memory/open-memory.ts'
import { cleanEnvironment, type Finished, newFolder, runTamis } from './tamis.ts'

const injectWords = [
  'memory',
  'inject',
  ...['--story', 'PD-301', '--domain', 'tooling', '--project', 'app'],
  ...['--query-text', 'close the pool'],
]

function newHome(): string {
  const home = newFolder()
  mkdirSync(join(home, 'memory'))
  const lines = [lesson({}), lesson({ text: 'Drain the queue', tags: ['q'] })]
  writeFileSync(
    join(home, 'memory', 'learnings.jsonl'),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
  return home
}

const inject = (home: string, env: Record<string, string> = {}) =>
  runTamis([...injectWords, '--home', home], { env })

function expectBlock({ code, stdout }: Finished): void {
  expect(code).toBe(0)
  expect(stdout.match(/^## .*$/gm)).toEqual(['## Learnings', '## Veille', '## Clarifications'])
}

const isPool = /Close the pool before the process exits/

test('with the embedder down it exits 0, ranks by words and says so', async () => {
  const env = { TAMIS_EMBEDDER_KIND: 'ollama', TAMIS_EMBEDDER_BASE_URL: await unusedAddress() }
  const finished = await inject(newHome(), env)
  expectBlock(finished)
  expect(finished.stdout).toMatch(isPool)
  expect(finished.stdout).toContain('_ranked by words, without vectors_')
  expect(finished.stderr).toMatch(/^\[inject\] embedder learnings failed: ./m)
})

test('with the index deleted it gives the same block, and deleting lost nothing', async () => {
  const home = newHome()
  const before = await inject(home)
  expect(before.stdout).toContain('_ranked by words and vectors_')
  expect(existsSync(join(home, 'memory-index.db'))).toBe(true)
  for (const name of ['memory-index.db', 'tamis.db']) rmSync(join(home, name), { force: true })
  const after = await inject(home)
  expectBlock(after)
  expect(after.stdout).toBe(before.stdout)
  expect(after.stderr).toBe('')
})

test('with a corrupt line and a torn one it passes them over and names them', async () => {
  const home = newHome()
  const file = join(home, 'memory', 'learnings.jsonl')
  appendFileSync(file, '{"story": "PD-1", broken\n{"story":"PD-2","te')
  const finished = await inject(home)
  expectBlock(finished)
  expect(finished.stdout).toMatch(isPool)
  expect(finished.stderr).toBe(
    '[inject] rejected: learnings.jsonl:3: not JSON\n[inject] torn last line: learnings.jsonl: 19 bytes set aside\n',
  )
  const doctor = await runTamis(['memory', 'doctor', '--home', home])
  expect(doctor.stdout).toMatch(
    /learnings\.jsonl\s+2\s+1\s+mended, bytes in .*learnings\.jsonl\.torn-/,
  )
  expect(doctor.code).toBe(1)
})

test('on a read-only disk it exits 0 and says what it could not write', async () => {
  const home = newHome()
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  chmodSync(join(home, 'memory'), 0o555)
  chmodSync(home, 0o555)
  const main = program()
  const child = spawn(process.execPath, [main, ...injectWords, '--home', home], {
    env: cleanEnvironment(),
    cwd: '/',
    ...user,
  })
  const stdout = child.stdout.setEncoding('utf8').toArray()
  const stderr = child.stderr.setEncoding('utf8').toArray()
  const [code] = await once(child, 'close')
  const finished = {
    code: code as number | null,
    stdout: (await stdout).join(''),
    stderr: (await stderr).join(''),
  }
  chmodSync(home, 0o755)
  chmodSync(join(home, 'memory'), 0o755)
  expectBlock(finished)
  expect(finished.stdout).toMatch(isPool)
  expect(finished.stderr).toMatch(/^\[inject\] index learnings failed: /m)
  expect(finished.stderr).toMatch(/^\[inject\] write failed: .*learnings-injections\.jsonl: /m)
})

test('with the folder missing it exits 0 with three empty sections', async () => {
  const finished = await inject(join(newFolder(), 'not', 'there'))
  expectBlock(finished)
  expect(finished.stdout.match(/_aucun résultat_/g)).toHaveLength(3)
  expect(finished.stderr).toBe('')
})

test('with a folder that is a file it exits 0, and every section names its fault', async () => {
  const home = newFolder()
  writeFileSync(join(home, 'memory'), 'not a folder')
  const finished = await inject(home)
  expectBlock(finished)
  expect(finished.stdout.match(/_source indisponible_/g)).toHaveLength(3)
  expect(
    finished.stderr.match(/^\[inject\] section \w+ failed: Cannot read .*: ENOTDIR/gm),
  ).toHaveLength(3)
})

test('remember says plainly that it cannot write', async () => {
  const home = newFolder()
  writeFileSync(join(home, 'memory'), 'not a folder')
  const words = ['memory', 'remember', 'Close the pool', '--story', 'PD-1', '--home', home]
  const { code, stderr } = await runTamis(words)
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^tamis: Cannot (?:read|write) .*learnings\.jsonl: ENOTDIR.*\nIs its folder/,
  )
})

test('with a story that has no form it exits 0 and says that nothing was recorded', async () => {
  const finished = await runTamis(['memory', 'inject', '--query-text', 'pool', '--home', newHome()])
  expectBlock(finished)
  expect(finished.stderr).toMatch(/^\[inject\] not recorded: injected_story: /)
})

test.each([
  { what: 'a setting that cannot be', env: { TAMIS_EMBEDDER_KIND: 'openai' }, words: [] },
  { what: 'a budget that cannot be', env: {}, words: ['--budget-tokens', '1.5'] },
])('with $what it exits 0, and stderr says what is wrong', async ({ env, words }) => {
  const finished = await runTamis([...injectWords, ...words, '--home', newHome()], { env })
  expectBlock(finished)
  expect(finished.stdout.match(/_source indisponible_/g)).toHaveLength(3)
  expect(finished.stderr).toMatch(/^\[inject\] failed: .*(?:embedder|budget_tokens)/)
})

test('over a learnings file of 50 MB it exits 0 with the learning that fits', async () => {
  const home = newHome()
  const filler = 'the parser reads each token of the stream and keeps a table of the names '.repeat(
    80,
  )
  const line = JSON.stringify(lesson({ text: filler, tags: ['big'] }))
  const lines = `${line}\n`.repeat(Math.ceil((50 * 1024 * 1024) / line.length))
  appendFileSync(join(home, 'memory', 'learnings.jsonl'), lines)
  const finished = await inject(home, { TAMIS_EMBEDDER_KIND: 'none' })
  expectBlock(finished)
  expect(finished.stdout).toMatch(isPool)
  expect(finished.stderr).toBe('')
}, 120_000)
