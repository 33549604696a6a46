import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { program } from '../support/program.ts'
import { cleanEnvironment, newFolder, postJson, runTamis, startTamis } from './tamis.ts'

const main = program()
const env = { TAMIS_EMBEDDER_KIND: 'none' }

/** Files with a heading, a few sentences and a word of their own. */
function writeNotes(folder: string, count: number): void {
  for (let at = 0; at < count; at++) {
    const inner = join(folder, `part-${at % 20}`)
    mkdirSync(inner, { recursive: true })
    const text = `# Note ${at}\n\nThe marker of this note is word${at}.\n\n${'It says little else. '.repeat(20)}\n`
    writeFileSync(join(inner, `note-${at}.md`), text)
  }
}

async function ingest(home: string, ...paths: readonly string[]) {
  const { code, stdout, stderr } = await runTamis(['ingest', ...paths, '--home', home, '--json'], {
    env,
  })
  expect({ code, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stdout)
}

/** Everything an index says, without keys and times. */
function contentsOf(home: string): unknown {
  const database = new DatabaseSync(join(home, 'knowledge.db'), { readOnly: true })
  const rows = database
    .prepare(
      `select d.id as document, d.path, d.title, d.digest, c.id, c.ordinal, c.text, c.start_line,
         w.title as title_words, w.body
       from knowledge_chunks c join knowledge_documents d on d.key = c.document
       join knowledge_words w on w.rowid = c.key order by d.id, c.ordinal`,
    )
    .all()
  const state = database.prepare('select chunks, characters from knowledge_state').get()
  const check = database.prepare('pragma integrity_check').get()
  database.close()
  return { rows, state, check }
}

test('goes on after a kill -9 and ends with the index of an undisturbed run', {
  timeout: 120_000,
}, async () => {
  const folder = newFolder()
  writeNotes(folder, 2000)
  const calm = newFolder()
  await ingest(calm, folder)
  const killed = newFolder()
  const child = spawn(process.execPath, [main, 'ingest', folder, '--home', killed], {
    env: cleanEnvironment(env),
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await expect
    .poll(() => countDocuments(killed), { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(100)
  child.kill('SIGKILL')
  await exited
  // A reader takes the word of the killed writer for where the log ends; a writer reads the log itself.
  const done = countDocuments(killed, false)
  expect(done).toBeLessThan(2000)
  const report = await ingest(killed, folder)
  expect(report).toMatchObject({ added: 2000 - done, unchanged: done, changed: 0, removed: 0 })
  expect(contentsOf(killed)).toEqual(contentsOf(calm))
})

test('an interrupt ends an ingest with 130 and one word, and keeps what was done', async () => {
  const folder = newFolder()
  const home = newFolder()
  writeNotes(folder, 600)
  const child = spawn(process.execPath, [main, 'ingest', folder, '--home', home], {
    env: cleanEnvironment(env),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const exited = once(child, 'close')
  await expect.poll(() => countDocuments(home), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
  child.kill('SIGINT')
  expect(await exited).toEqual([130, null])
  expect(said.trim().split('\n').at(-1)).toBe('Interrupted')
  const done = countDocuments(home)
  expect(done).toBeLessThan(600)
  expect(await ingest(home, folder)).toMatchObject({ added: 600 - done, unchanged: done })
})

function countDocuments(home: string, readOnly = true): number {
  try {
    const database = new DatabaseSync(join(home, 'knowledge.db'), { readOnly })
    const row = database.prepare('select count(*) as count from knowledge_documents').get()
    database.close()
    return Number(row?.count ?? 0)
  } catch {
    return 0
  }
}

test('lets one of two ingests wait for the other, and corrupts nothing', {
  timeout: 60_000,
}, async () => {
  const folder = newFolder()
  writeNotes(folder, 300)
  const home = newFolder()
  const reports = await Promise.all([ingest(home, folder), ingest(home, folder)])
  const added = reports.map((report) => report.added).sort((a, b) => a - b)
  expect(added).toEqual([0, 300])
  const alone = newFolder()
  await ingest(alone, folder)
  expect(contentsOf(home)).toEqual(contentsOf(alone))
})

test('reads again only what changed, follows renames and forgets what is gone', async () => {
  const folder = newFolder()
  const home = newFolder()
  writeNotes(folder, 4)
  await ingest(home, folder)
  writeFileSync(join(folder, 'part-0/note-0.md'), '# Note 0\n\nNow about badgers.\n')
  renameSync(join(folder, 'part-1/note-1.md'), join(folder, 'part-1/moved.md'))
  rmSync(join(folder, 'part-2/note-2.md'))
  expect(await ingest(home, folder)).toMatchObject({
    added: 0,
    changed: 1,
    renamed: 1,
    removed: 1,
    unchanged: 1,
  })
  const find = async (query: string) => {
    const args = ['search', query, '--mode', 'lexical', '--home', home, '--json']
    return JSON.parse((await runTamis(args, { env })).stdout).hits[0]?.doc_path
  }
  expect(await find('badgers')).toBe('part-0/note-0.md')
  expect(await find('word1')).toBe('part-1/moved.md')
  expect(await find('word2')).not.toBe('part-2/note-2.md')
})

test('never leaves the named folder, and nothing in it stops the rest', async () => {
  const outside = newFolder()
  writeFileSync(join(outside, 'secret.md'), '# Outside\n\nhiddenword lives here.\n')
  const folder = newFolder()
  writeNotes(folder, 2)
  symlinkSync(join(outside, 'secret.md'), join(folder, 'link.md'))
  symlinkSync(outside, join(folder, 'linked-folder'))
  symlinkSync(folder, join(folder, 'loop'))
  symlinkSync(join(folder, 'nowhere.md'), join(folder, 'broken.md'))
  mkdirSync(join(folder, 'inner'))
  symlinkSync('../../..', join(folder, 'inner/up'))
  writeFileSync(join(folder, 'inner/beside.md'), '# Beside\n\nA pipe lies beside this.\n')
  for (const name of ['pipe.md', 'inner/.gitignore']) execFileSync('mkfifo', [join(folder, name)])
  const server = createServer().listen(join(folder, 'socket.md'))
  onTestFinished(() => void server.close())
  await expect.poll(() => server.listening).toBe(true)
  writeFileSync(join(folder, 'data.md'), Buffer.from([1, 2, 0, 3]))
  writeFileSync(join(folder, '.env'), 'TOKEN=hiddenword')
  writeFileSync(join(folder, 'key.md'), '-----BEGIN PRIVATE KEY-----\nhiddenword\n')
  writeFileSync(join(folder, 'package-lock.json'), '{"hiddenword": 1}')
  writeFileSync(join(folder, 'ignored.md'), 'hiddenword')
  writeFileSync(join(folder, 'kept.md'), '# Kept\n\nkeptword\n')
  writeFileSync(join(folder, '.gitignore'), 'ignored.md\nkept.md\n')
  writeFileSync(join(folder, '.tamisignore'), '!kept.md\n')
  const home = newFolder()
  const report = await ingest(home, folder)
  expect(report.added).toBe(4)
  const reasons = Object.fromEntries(
    report.skipped.map(({ path, skipped }: Record<string, string>) => [path, skipped]),
  )
  expect(reasons).toMatchObject({
    'link.md': 'link',
    'linked-folder': 'link',
    loop: 'link',
    'broken.md': 'link',
    'inner/up': 'link',
    'pipe.md': 'special',
    'inner/.gitignore': 'special',
    'socket.md': 'special',
    'data.md': 'binary',
    '.env': 'secret',
    'key.md': 'secret',
    'package-lock.json': 'generated',
    'ignored.md': 'ignored',
  })
  const climbing = ['li*', 'inner/u*', `in*/../../${basename(outside)}/*.md`]
  const climbed = await ingest(home, ...climbing.map((pattern) => `${folder}/${pattern}`))
  expect(climbed).toMatchObject({ added: 0, removed: 0 })
  expect(climbed.skipped.map(({ skipped }: Record<string, string>) => skipped)).toEqual([
    ...['link', 'link', 'link'],
    'outside_root',
  ])
  expect(JSON.stringify(contentsOf(home))).not.toContain('hiddenword')
})

test('keeps callers over the network below the configured roots', async () => {
  const allowed = newFolder()
  const outside = newFolder()
  writeNotes(allowed, 1)
  writeNotes(outside, 1)
  symlinkSync(outside, join(allowed, 'escape'))
  const daemon = await startTamis({ env: { ...env, TAMIS_KNOWLEDGE_ROOTS: allowed } })
  try {
    const call = async (path: string) => {
      const { body } = await postJson(`${daemon.url}/api/knowledge.ingest_file`, { path })
      return body as { added: number; skipped: { skipped: string }[] }
    }
    expect(await call(allowed)).toMatchObject({ added: 1 })
    for (const path of [outside, join(allowed, '..'), join(allowed, 'escape'), '/etc/hosts'])
      expect(await call(path)).toMatchObject({ added: 0, skipped: [{ skipped: 'outside_root' }] })
  } finally {
    await daemon.stop()
  }
})

test('indexes stdin under a title, and fetches it back byte for byte', async () => {
  const home = newFolder()
  const text = '# Meeting\r\n\r\nWe chose walnut.\nLast line without an end'
  const run = (args: readonly string[], input?: string) =>
    runTamis([...args, '--home', home, '--json'], { env, ...(input ? { input } : {}) })
  expect((await run(['ingest', '--title', 'Minutes'], text)).code).toBe(0)
  const fetched = JSON.parse((await run(['fetch', 'stdin/Minutes'])).stdout)
  expect(fetched.text).toBe(text)
  const span = await run(['fetch', 'stdin/Minutes', '--start-line', '3', '--end-line', '3'])
  expect(JSON.parse(span.stdout).text).toBe('We chose walnut.\n')
})

test('takes labels anew, and keeps those that are not said', async () => {
  const [folder, home] = [newFolder(), newFolder()]
  writeNotes(folder, 2)
  await ingest(home, folder)
  expect(await ingest(home, folder, '--source', 'book', '--trust', 'high')).toMatchObject({
    unchanged: 2,
  })
  writeFileSync(join(folder, 'part-0/note-0.md'), '# Note 0\n\nNow about badgers.\n')
  expect(await ingest(home, folder)).toMatchObject({ changed: 1, unchanged: 1 })
  const { stdout } = await runTamis(['schema', '--json', '--home', home], { env })
  expect(JSON.parse(stdout).sources).toMatchObject([
    { source: 'book', documents: 2, trust: 'high' },
  ])
})

test('finds a document by its source and path, as it was named to ingest', async () => {
  const home = newFolder()
  const folders = [join(newFolder(), 'docs'), join(newFolder(), 'notes')]
  for (const folder of folders) {
    mkdirSync(folder)
    writeFileSync(join(folder, 'setup.md'), `# Set-up in ${basename(folder)}\n`)
    await ingest(home, folder)
  }
  const run = (...args: readonly string[]) => runTamis([...args, '--home', home], { env })
  expect((await run('fetch', 'notes/setup.md')).stdout).toContain('Set-up in notes')
  expect((await run('inspect', 'docs/setup.md')).stdout).toContain('Set-up in docs')
  const either = await run('fetch', 'setup.md')
  expect(either).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Several documents are at setup.md'),
  })
})

test('names a path that is not there, and a source that is none', async () => {
  const run = (...args: readonly string[]) => runTamis([...args, '--home', newFolder()], { env })
  const ingested = await run('ingest', 'no-such-folder')
  expect(ingested).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('no-such-folder is missing'),
  })
  const reset = await run('reset', '--source', 'nope')
  expect(reset).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no source nope'),
  })
})

test('measures a base with questions of its owner and compares two runs', async () => {
  const folder = newFolder()
  const home = newFolder()
  writeNotes(folder, 30)
  await ingest(home, folder)
  const questions = join(newFolder(), 'golden.jsonl')
  const golden = [
    { query: 'which note has the marker word7', relevant: ['part-7/note-7.md'] },
    { query: 'who won the cycling race in Bruges', relevant: [] },
  ]
  writeFileSync(questions, golden.map((one) => JSON.stringify(one)).join('\n'))
  const args = ['eval', 'run', questions, '--mode', 'lexical', '--home', home]
  const { stdout } = await runTamis([...args, '--json'], { env })
  expect(JSON.parse(stdout)).toMatchObject({ questions: 2, recall_at_1: 1, gate_refused: 1 })
  const saved = join(newFolder(), 'run.json')
  writeFileSync(saved, stdout)
  const compared = await runTamis(['eval', 'compare', saved, saved], { env })
  expect(compared.code).toBe(0)
  expect(compared.stdout).toContain('recall@10')
})

test('a file that turned binary, or took in a token, is counted as removed, with its reason', async () => {
  const [folder, home] = [newFolder(), newFolder()]
  for (const name of ['kept', 'picture', 'leak']) writeFileSync(join(folder, `${name}.md`), name)
  await ingest(home, folder)
  writeFileSync(join(folder, 'picture.md'), Buffer.from([65, 0, 66, 67]))
  writeFileSync(join(folder, 'leak.md'), `npm_${'Zq7Rt2Lm9Xw4Vb6Nc1Ks8Jd3Hf5GpQyUeToA'}`)
  expect(await ingest(home, folder)).toMatchObject({
    removed: 2,
    unchanged: 1,
    skipped: [
      { path: 'leak.md', skipped: 'secret' },
      { path: 'picture.md', skipped: 'binary' },
    ],
  })
})

test('paths are read as people write them, and tags from the top of a page', async () => {
  const [folder, home] = [join(newFolder(), 'docs'), newFolder()]
  mkdirSync(folder)
  const page =
    '---\ntitle: Set up\ntags: [howto]\n---\n\n# First steps\n\nPress the green button.\n'
  writeFileSync(join(folder, 'setup.md'), page)
  await ingest(home, folder, '--source', 'handbook')
  for (const id of [
    'docs/setup.md',
    './docs/setup.md',
    'handbook/setup.md',
    join(folder, 'setup.md'),
  ]) {
    const { stdout } = await runTamis(['inspect', id, '--home', home, '--json'], { env })
    expect(JSON.parse(stdout).document).toMatchObject({ title: 'Set up', tags: ['howto'] })
  }
  const search = ['search', 'green button', '--home', home, '--json', '--path']
  for (const path of ['docs/*', './docs/*.md', 'setup.md', `${folder}/*`]) {
    const { stdout } = await runTamis([...search, path], { env })
    expect(JSON.parse(stdout).hits).toHaveLength(1)
  }
  writeFileSync(join(folder, 'setup.md'), page.replace('howto', 'guide'))
  await ingest(home, folder)
  const { stdout } = await runTamis(['inspect', 'setup.md', '--home', home, '--json'], { env })
  expect(JSON.parse(stdout).document.tags).toEqual(['guide'])
})
