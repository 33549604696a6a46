import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingRows } from '../../scripts/memory-contract.ts'
import { ask, lesson, openMemory } from './memory/open-memory.ts'
import { newFolder, runTamis } from './tamis.ts'

const sources = ['src/core/memory', 'src/adapters/jsonl', 'src/operations']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .filter((path) => !path.startsWith('src/operations/') || path.includes('/memory'))

const packagesOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/ from '([^.'][^']*)'/g)].map(([, name = '']) => name)

test('every row of the contract has a test that names it', () => {
  expect(missingRows()).toEqual([])
})

test('TC-NOM-15 CA-295-17 memory stands on TypeScript, Markdown, YAML and JSONL, and no other stack', () => {
  const packages = new Set(sources.flatMap(packagesOf).filter((name) => !name.startsWith('node:')))
  expect([...packages].sort()).toEqual(['yaml', 'zod'])
})

test('INV-295-16 what the contract excludes is not there: HMAC, Vault, JCS, filters of personal data', () => {
  expect(sources.length).toBeGreaterThan(40)
  for (const path of sources)
    expect(readFileSync(path, 'utf8'), path).not.toMatch(/hmac|\bvault\b|\bjcs\b|\bPII\b/i)
})

test('INV-plan-06 only the atomic primitives write', () => {
  const writers = sources.filter((path) =>
    /\b(?:writeFile|appendFile|createWriteStream|rename|truncate|copyFile)\(|'(?:w|wx|a|a\+|r\+)'/.test(
      readFileSync(path, 'utf8'),
    ),
  )
  expect(writers).toEqual(['src/adapters/jsonl/atomic.ts'])
})

test('TC-NR-01 learnings written before scopes, hashes and creation dates are still injected', async () => {
  const { memory, writeRecords } = openMemory()
  const old = { story: 'PD-1', gate: 'G3', text: 'Close the pool before exit', date: '2026-01-01' }
  writeRecords('learnings.jsonl', [old])
  const { block, messages } = await memory.inject(ask)
  expect(block).toMatch(
    /^- \[lrn_\w{16}\] \(.* story · PD-1 gate G3 · 2026-01-01\) Close the pool/m,
  )
  expect(messages).toEqual([])
})

test('TC-NR-02 fields that others wrote survive every rewrite', async () => {
  const { memory, writeRecords, lines } = openMemory()
  writeRecords('learnings.jsonl', [
    lesson({ scope: undefined, author: 'someone', nested: { a: [1] } }),
  ])
  await memory.migrate(false)
  await memory.inject(ask)
  await memory.score()
  expect((await memory.promote({ isDryRun: false })).moves).toHaveLength(1)
  expect(lines('learnings.jsonl')).toMatchObject([
    { author: 'someone', nested: { a: [1] }, scope: 'domain' },
  ])
})

test('TC-NR-03 memory opens no connection: it knows files, locks and digests', () => {
  const modules = new Set(sources.flatMap(packagesOf).filter((name) => name.startsWith('node:')))
  expect([...modules].sort()).toEqual([
    'node:buffer',
    'node:crypto',
    'node:fs',
    'node:fs/promises',
    'node:path',
    'node:timers/promises',
  ])
  for (const path of sources) expect(readFileSync(path, 'utf8'), path).not.toMatch(/\bfetch\(/)
})

test('TC-NR-04 TC-NR-05 other commands work beside memory, and after its folder is gone', async () => {
  const home = newFolder()
  const tamis = (words: readonly string[], input = '') =>
    runTamis([...words, '--home', home], { input })
  await tamis(['memory', 'remember', 'Close the pool', '--story', 'PD-1'])
  const log = Array.from({ length: 200 }, (_, at) => `line ${at}`).join('\n')
  expect((await tamis(['prune', '--goal', 'line 7'], log)).code).toBe(0)
  rmSync(join(home, 'memory'), { recursive: true })
  expect((await tamis(['ledger', '--json'])).code).toBe(0)
  const { code, stdout } = await tamis(['memory', 'search', 'pool'])
  expect([code, stdout.trim()]).toEqual([0, '_aucun résultat_'])
})
