import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MemoryFiles } from '../../ports/store/memories.ts'
import { acquireLock } from '../sqlite/lock.ts'
import { jsonlMemories } from './memories.ts'
import { withLock } from './with-lock.ts'

function openFolder(): { folder: string; files: MemoryFiles } {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-jsonl-'))
  const folders = { files: folder, watchNotes: join(folder, 'veille'), clarifications: folder }
  return { folder, files: jsonlMemories(folders) }
}

const values = async (files: MemoryFiles) =>
  (await files.read('learnings.jsonl')).lines.map((line) =>
    line.kind === 'record' ? line.value : line.reason,
  )

test('reads an absent file as absent and empty', async () => {
  const { files } = openFolder()
  expect(await files.read('veille.jsonl')).toEqual({ isPresent: false, lines: [], tornBytes: 0 })
  expect(await files.version('veille.jsonl')).toBeUndefined()
})

test('appends in order and changes the version', async () => {
  const { files } = openFolder()
  await files.append('learnings.jsonl', [{ a: 1 }, { a: 'é\n' }])
  const before = await files.version('learnings.jsonl')
  await files.append('learnings.jsonl', [{ a: 3 }])
  expect(await values(files)).toEqual([{ a: 1 }, { a: 'é\n' }, { a: 3 }])
  expect(await files.version('learnings.jsonl')).not.toBe(before)
})

test('closes a last line typed by hand without newline before it appends', async () => {
  const { folder, files } = openFolder()
  writeFileSync(join(folder, 'learnings.jsonl'), '{"a":1}')
  await files.append('learnings.jsonl', [{ a: 2 }])
  expect(readFileSync(join(folder, 'learnings.jsonl'), 'utf8')).toBe('{"a":1}\n{"a":2}\n')
})

test('moves what a dead writer left unfinished aside before it appends', async () => {
  const { folder, files } = openFolder()
  writeFileSync(join(folder, 'learnings.jsonl'), '{"a":1}\n{"a":2, "tex')
  expect((await files.read('learnings.jsonl')).tornBytes).toBe(12)
  await files.append('learnings.jsonl', [{ a: 3 }])
  expect(await values(files)).toEqual([{ a: 1 }, { a: 3 }])
  const [torn = ''] = readdirSync(folder).filter((name) => name.includes('.torn-'))
  expect(readFileSync(join(folder, torn), 'utf8')).toBe('{"a":2, "tex')
})

test('mends a torn last line and leaves a healthy file alone', async () => {
  const { folder, files } = openFolder()
  await files.append('learnings.jsonl', [{ a: 1 }])
  expect(await files.mend('learnings.jsonl')).toBeUndefined()
  writeFileSync(join(folder, 'learnings.jsonl'), '{"a":1}\n{"torn')
  const mended = await files.mend('learnings.jsonl')
  expect(mended?.bytes).toBe(6)
  expect(readFileSync(mended?.keptIn ?? '', 'utf8')).toBe('{"torn')
  expect(readFileSync(join(folder, 'learnings.jsonl'), 'utf8')).toBe('{"a":1}\n')
})

test('a rewrite keeps unchanged lines byte for byte, those it does not understand too', async () => {
  const { folder, files } = openFolder()
  const odd = Buffer.concat([
    Buffer.from('{"n": 1.0, "big": 12345678901234567890}\n\n{broken\n'),
    Buffer.from([0xff, 0xfe, 10]),
    Buffer.from('{"a":2}\n{"torn'),
  ])
  writeFileSync(join(folder, 'learnings.jsonl'), odd)
  await files.rewrite('learnings.jsonl', async (lines) =>
    lines.map((line) => (line.raw === '{"a":2}' ? { kind: 'changed', value: { a: 3 } } : line)),
  )
  const expected = odd.toString('latin1').replace('\n\n', '\n').replace('{"a":2}', '{"a":3}')
  expect(readFileSync(join(folder, 'learnings.jsonl')).toString('latin1')).toBe(expected)
})

test('a rewrite that fails leaves the file and no temporary name behind', async () => {
  const { folder, files } = openFolder()
  await files.append('learnings.jsonl', [{ a: 1 }])
  const failing = files.rewrite('learnings.jsonl', async () => {
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await values(files)).toEqual([{ a: 1 }])
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('a link put where a temporary file would be leads nowhere', async () => {
  const { folder, files } = openFolder()
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'mine')
  writeFileSync(join(folder, 'learnings.jsonl'), '{"a":1}\n')
  symlinkSync(victim, join(folder, 'learnings.jsonl.tmp'))
  await files.rewrite('learnings.jsonl', async () => [{ kind: 'changed', value: { a: 2 } }])
  expect(readFileSync(victim, 'utf8')).toBe('mine')
  expect(lstatSync(join(folder, 'learnings.jsonl')).isFile()).toBe(true)
  expect(await values(files)).toEqual([{ a: 2 }])
})

test('many appends at once all arrive', async () => {
  const { files } = openFolder()
  await Promise.all(Array.from({ length: 40 }, (_, a) => files.append('learnings.jsonl', [{ a }])))
  expect(new Set((await values(files)).map((value) => JSON.stringify(value))).size).toBe(40)
})

test('gives up on a lock that stays taken, and says whose file it is', async () => {
  const { folder } = openFolder()
  const path = join(folder, 'learnings.jsonl')
  const lock = acquireLock(`${path}.lock`)
  await expect(withLock(path, async () => 1, 50)).rejects.toThrow('[atomic] lock timeout')
  lock?.release()
  expect(await withLock(path, async () => 1, 50)).toBe(1)
})

test('finds Markdown below its folder, header and body apart', async () => {
  const { folder, files } = openFolder()
  expect(await files.watchNotes()).toBeUndefined()
  mkdirSync(join(folder, 'veille', '2026'), { recursive: true })
  writeFileSync(join(folder, 'veille', '2026', 'a.md'), '---\ntitle: A\n---\n# Body\n')
  writeFileSync(join(folder, 'veille', 'b.md'), '---\ntitle: [\n---\n')
  writeFileSync(join(folder, 'veille', 'c.md'), 'plain')
  writeFileSync(join(folder, 'veille', 'd.txt'), 'no')
  const sources = (await files.watchNotes()) ?? []
  expect(sources.map(({ path }) => path)).toEqual(['2026/a.md', 'b.md', 'c.md'])
  const headers = sources.map((source) => (source.kind === 'read' ? source.header : undefined))
  expect(headers[0]).toEqual({ kind: 'header', fields: { title: 'A' }, body: '# Body\n' })
  expect(headers[1]?.kind).toBe('invalid')
  expect(headers[2]?.kind).toBe('none')
})

test('pipes and endless files in its folders are passed over', async ({ skip }) => {
  const { folder, files } = openFolder()
  mkdirSync(join(folder, 'veille'))
  writeFileSync(join(folder, 'veille', 'a.md'), 'plain')
  const made = spawnSync('mkfifo', [
    join(folder, 'veille', 'b.md'),
    join(folder, 'learnings.jsonl'),
  ])
  if (made.status !== 0) return skip('no pipes can be made here')
  symlinkSync('/dev/zero', join(folder, 'veille', 'c.md'))
  writeFileSync(join(folder, 'veille', 'd.md'), '')
  truncateSync(join(folder, 'veille', 'd.md'), 11 * 1024 * 1024)
  const sources = (await files.watchNotes()) ?? []
  expect(sources.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.md', 'read'],
    ['c.md', 'unreadable'],
    ['d.md', 'unreadable'],
  ])
  await expect(files.read('learnings.jsonl')).rejects.toMatchObject({ code: 'store_unavailable' })
})

test('never writes a clarification over another', async () => {
  const { folder, files } = openFolder()
  expect(await files.createClarification('PD-1.md', 'one')).toBe(join(folder, 'PD-1.md'))
  expect(await files.createClarification('PD-1.md', 'two')).toBeUndefined()
  expect(readFileSync(join(folder, 'PD-1.md'), 'utf8')).toBe('one')
  expect(
    (await files.clarifications((name) => name.startsWith('PD-')))?.map(({ path }) => path),
  ).toEqual(['PD-1.md'])
})

test('a folder with locks says what of it is not worth versioning', async () => {
  const { folder } = openFolder()
  const inside = join(folder, 'made')
  const folders = { files: inside, watchNotes: inside, clarifications: inside }
  await jsonlMemories(folders).append('learnings.jsonl', [{ a: 1 }])
  expect(readFileSync(join(inside, '.gitignore'), 'utf8')).toBe('*.lock\n*.tmp\n*.torn-*\n')
})

test('reads files of other systems: a byte order mark and CRLF', async () => {
  const { folder, files } = openFolder()
  writeFileSync(join(folder, 'learnings.jsonl'), '\ufeff{"a":1}\r\n\r\n{"a":2}\r\n')
  expect(await values(files)).toEqual([{ a: 1 }, { a: 2 }])
})
