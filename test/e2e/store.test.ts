import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  noServer,
  type PostgresServer,
  postgresPrograms,
  startPostgres,
} from '../support/postgres-server.ts'
import { program } from '../support/program.ts'
import { cleanEnvironment, newFolder, postJson, runTamis, startTamis } from './tamis.ts'

const home = newFolder()
const backup = join(newFolder(), 'backup.jsonl.gz')
let pruneId = ''

const tamis = (args: readonly string[], env: Record<string, string> = {}) =>
  runTamis(['store', ...args], { env })

beforeAll(async () => {
  const daemon = await startTamis({ home })
  const api = (name: string, input: object) => postJson(`${daemon.url}/api/${name}`, input)
  const text = Array.from({ length: 100 }, (_, at) => `line ${at} of turnips`).join('\n')
  const pruned = await api('prune', { text, goal: 'line 3', keep_ratio: 0.2 })
  pruneId = (pruned.body as { prune_id: string }).prune_id
  await api('knowledge.ingest_text', { id: 'book', text: '# Turnips\n\nTurnips grow in fields.' })
  await api('catalog.register', { server: 'garden', tools: [{ name: 'dig' }] })
  await api('memory.remember', { text: 'Turnips need water.', story: 'PD-1', tags: ['turnips'] })
  await api('token.create', { name: 'alice' })
  const saved = await tamis(['backup', backup, '--home', home])
  expect(saved.stdout).toContain('originals 1')
  const busy = await tamis(['restore', backup, '--home', home, '--json'])
  expect(busy.stdout).toContain('home_in_use')
  await daemon.stop()
}, 60_000)

test('a backup made while the daemon ran restores into a new home, memory included', async () => {
  const fresh = newFolder()
  const restored = await tamis(['restore', backup, '--home', fresh])
  expect(restored.stdout).toContain('Restored')
  const checked = await tamis(['check', '--home', fresh, '--json'])
  expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, originals: 1, documents: 1 })
  const [recovered, listed] = await Promise.all([
    runTamis(['recover', pruneId, '--home', fresh]),
    runTamis(['memory', 'list', '--home', fresh]),
  ])
  expect(recovered.stdout).toContain('line 77 of turnips')
  expect(listed.stdout).toContain('Turnips need water.')
}, 60_000)

test('a backup replaces a file only when told to', async () => {
  const file = join(newFolder(), 'kept.jsonl.gz')
  writeFileSync(file, 'somebody needs this')
  const refused = await tamis(['backup', file, '--home', home, '--json'])
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('file_exists')])
  expect(readFileSync(file, 'utf8')).toBe('somebody needs this')
  const forced = await tamis(['backup', file, '--home', home, '--force'])
  expect([forced.code, forced.stdout]).toEqual([0, expect.stringContaining('read it again')])
}, 60_000)

test('nothing is restored over data, nor from a file that is none', async () => {
  const over = await tamis(['restore', backup, '--home', home, '--json'])
  expect([over.code, over.stdout]).toEqual([1, expect.stringContaining('store_not_empty')])
  const wrong = join(newFolder(), 'a.gz')
  writeFileSync(wrong, 'nothing')
  const none = await tamis(['restore', wrong, '--home', newFolder(), '--json'])
  expect([none.code, none.stdout]).toEqual([1, expect.stringContaining('archive_invalid')])
  const absent = await tamis(['restore', `${wrong}.gone`, '--home', newFolder()])
  expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining('(ENOENT)')])
}, 30_000)

test('a check finds a text that changed', async () => {
  const spoiled = newFolder()
  await tamis(['restore', backup, '--home', spoiled])
  const database = new DatabaseSync(join(spoiled, 'tamis.db'))
  database.exec("update texts set body = cast('other' as blob)")
  database.close()
  const checked = await tamis(['check', '--home', spoiled])
  expect([checked.code, checked.stdout]).toEqual([1, expect.stringContaining(pruneId)])
}, 30_000)

describe.skipIf(postgresPrograms === undefined)(
  postgresPrograms === undefined ? `moving (${noServer})` : 'moving',
  () => {
    let server: PostgresServer
    let env: Record<string, string>
    beforeAll(async () => {
      server = await startPostgres(['fsync=off'])
      env = { TAMIS_DATABASE_URL: server.url }
    }, 30_000)
    afterAll(() => server.remove())

    test('SQLite moves to Postgres and back, and daemons find all of it there', async () => {
      const there = ['migrate', '--from', 'sqlite', '--to', 'postgres', '--home', home]
      const moved = await tamis(there, env)
      expect(moved.stderr + moved.stdout).toContain('Copied and compared')
      const daemon = await startTamis({ env })
      const recovered = await postJson(`${daemon.url}/api/recover`, { id: pruneId })
      const found = await postJson(`${daemon.url}/api/knowledge.search`, { query: 'turnips' })
      expect(recovered.text).toContain('line 77 of turnips')
      expect(found.text).toContain('Turnips grow in fields')
      await daemon.stop()
      const again = await tamis(there, env)
      expect(again.stderr).toContain('holds data already')
      const back = newFolder()
      const returned = await tamis(
        ['migrate', '--from', 'postgres', '--to', 'sqlite', '--home', back],
        env,
      )
      expect(returned.stdout).toContain('Copied and compared')
      const checked = await tamis(['check', '--home', back, '--json'])
      expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, originals: 1, documents: 1 })
    }, 90_000)

    test('a backup of SQLite restores into Postgres, and Postgres is checked', async () => {
      const target = { ...env, TAMIS_DATABASE_URL: await newDatabase(server, 'restored') }
      const restored = await tamis(['restore', backup, '--home', newFolder()], target)
      expect(restored.stdout + restored.stderr).toContain('Restored')
      const checked = await tamis(['check', '--home', newFolder(), '--json'], target)
      expect(JSON.parse(checked.stdout)).toMatchObject({ ok: true, originals: 1, documents: 1 })
    }, 60_000)

    test('a move that was killed is taken up and ends the same', async () => {
      const many = newFolder()
      const daemon = await startTamis({ home: many })
      for (let at = 0; at < 12; at++)
        await postJson(`${daemon.url}/api/knowledge.ingest`, {
          documents: Array.from({ length: 40 }, (_, one) => ({
            id: `doc-${at}-${one}`,
            text: `Turnip ${at} ${one} `.repeat(30),
          })),
        })
      await daemon.stop()
      const target = { ...env, TAMIS_DATABASE_URL: await newDatabase(server, 'killed') }
      const move = ['store', 'migrate', '--from', 'sqlite', '--to', 'postgres', '--home', many]
      await killOnceBegun(move, target, join(many, 'store-migration.json'))
      const resumed = await runTamis(move, { env: target })
      expect(resumed.stderr).toContain('Taking up')
      expect(resumed.stdout).toContain('documents 480')
      expect(readdirSync(many)).not.toContain('store-migration.json')
    }, 120_000)
  },
)

async function newDatabase(server: PostgresServer, name: string): Promise<string> {
  await server.query(`create database ${name}`)
  return server.url.replace(/postgres$/, name)
}

/** Ends the command as a power cut would, as soon as its first mark is written. */
async function killOnceBegun(
  args: readonly string[],
  env: Record<string, string>,
  mark: string,
): Promise<void> {
  const main = program()
  const child = spawn(process.execPath, [main, ...args], {
    env: cleanEnvironment(env),
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await vi.waitFor(() => expect(existsSync(mark)).toBe(true), { timeout: 60_000, interval: 2 })
  child.kill('SIGKILL')
  await exited
}
