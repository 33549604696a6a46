import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startProvider } from '../e2e/proxy/provider.ts'
import { postJson, runTamis, startTamis } from '../e2e/tamis.ts'
import { buildFailingLibrary, mountSmallDisk } from './machine.ts'
import { expectAlive, expectKept, longText, type Promised, pruneOnce } from './promises.ts'

const remember = { text: 'Close the pool before exit', story: 'PD-1', tags: ['node'] }

test('a disk that fills up: what was promised is there, the rest passes whole, and it recovers', async ({
  skip,
}) => {
  const disk = mountSmallDisk(16)
  if (!disk) return skip('mounting a small disk is not allowed here')
  onTestFinished(() => disk.unmount())
  const provider = await startProvider()
  onTestFinished(() => provider.close())
  const daemon = await startTamis({
    home: join(disk.folder, 'home'),
    env: { TAMIS_PROXY_UPSTREAMS_OPENAI: provider.baseUrl },
  })
  const promises: Promised[] = []
  for (let round = 0; round < 5; round++) {
    const { promised } = await pruneOnce(daemon, longText(round))
    if (promised) promises.push(promised)
  }
  expect(promises).toHaveLength(5)
  const filler = join(disk.folder, 'filler')
  fill(filler)
  const { answer, promised } = await pruneOnce(daemon, longText(99))
  expect(promised).toBeUndefined()
  expect(answer.warnings).toContain('recovery_unavailable')
  const refused = await postJson(`${daemon.url}/api/memory.remember`, remember)
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ error: { code: 'store_unavailable' } })
  const ingest = await postJson(`${daemon.url}/api/knowledge.ingest_text`, {
    id: 'a',
    text: longText(7),
  })
  expect(ingest.status).toBeGreaterThanOrEqual(500)
  expect(ingest.text).not.toContain('internal_error')
  const messages = [{ role: 'user', content: 'hi' }]
  const chat = await postJson(`${daemon.url}/v1/chat/completions`, { model: 'fine', messages })
  expect(chat.status).toBe(200)
  await expectKept(daemon, promises)
  await expectAlive(daemon)

  rmSync(filler)
  expect((await pruneOnce(daemon, longText(100))).promised).toBeDefined()
  expect((await postJson(`${daemon.url}/api/memory.remember`, remember)).status).toBe(200)
  expect(await daemon.stop()).toBe(0)
  const doctor = await runTamis(['doctor', '--home', daemon.home])
  expect(doctor.stdout).toMatch(/ok +store: \d+ originals/)
})

test('a disk that is read-only: no daemon starts on it, and what needs no store still works', async ({
  skip,
}) => {
  const disk = mountSmallDisk(16)
  if (!disk) return skip('mounting a small disk is not allowed here')
  onTestFinished(() => disk.unmount())
  const home = join(disk.folder, 'home')
  const daemon = await startTamis({ home })
  const { promised } = await pruneOnce(daemon, longText(1))
  await daemon.stop()
  disk.remount('ro')
  const refused = await runTamis(['up', '--port', '0', '--home', home])
  expect(refused.code).toBe(1)
  expect(refused.stderr).not.toMatch(/\n\s+at /)
  const text = longText(2)
  const pruned = await runTamis(['prune', '--goal', 'line 7', '--home', home], { input: text })
  expect(pruned.code).toBe(0)
  expect(pruned.stdout.trimEnd()).toBe(text)
  disk.remount('rw')
  const again = await startTamis({ home })
  await expectKept(again, promised ? [promised] : [])
  await again.stop()
})

test('a disk that cannot flush acknowledges nothing it promises, and the daemon goes on', async ({
  skip,
}) => {
  const library = buildFailingLibrary()
  if (!library) return skip('no compiler here to make flushing fail')
  const daemon = await startTamis({ env: library.env })
  expect((await postJson(`${daemon.url}/api/memory.remember`, remember)).status).toBe(200)
  const { promised } = await pruneOnce(daemon, longText(1))
  const file = join(daemon.home, 'memory', 'learnings.jsonl')
  const before = readFileSync(file, 'utf8')
  library.breakFlush(true)
  const refused = await postJson(`${daemon.url}/api/memory.remember`, {
    ...remember,
    text: 'Another lesson',
  })
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ error: { code: 'store_unavailable' } })
  expect(readFileSync(file, 'utf8')).toBe(before)
  const unkept = await pruneOnce(daemon, longText(2))
  expect(unkept.promised).toBeUndefined()
  const token = await postJson(`${daemon.url}/api/token.create`, { name: 'a' })
  expect([token.status, token.text]).toEqual([503, expect.stringContaining('store_unavailable')])
  const clarify = {
    story: 'PD-2',
    project: 'app',
    domain: 'tooling',
    answers: Array(4).fill('Yes'),
  }
  await postJson(`${daemon.url}/api/memory.clarify`, clarify)
  // A file takes its name only once its content is on the disk.
  const clarified = join(daemon.home, 'memory', 'clarifications')
  expect(readdirSync(clarified).filter((name) => name.endsWith('.md'))).toEqual([])
  await expectAlive(daemon)
  library.breakFlush(false)
  expect((await pruneOnce(daemon, longText(3))).promised).toBeDefined()
  await postJson(`${daemon.url}/api/memory.clarify`, clarify)
  expect(readdirSync(clarified).filter((name) => name.endsWith('.md'))).toHaveLength(1)
  expect(
    (await postJson(`${daemon.url}/api/memory.remember`, { ...remember, text: 'Another lesson' }))
      .status,
  ).toBe(200)
  await expectKept(daemon, promised ? [promised] : [])
  await daemon.stop()
})

test.each([1, 4097])(
  'a store whose last %i bytes were torn off starts, and has what came before',
  async (bytes) => {
    const daemon = await startTamis()
    const promises: Promised[] = []
    for (let round = 0; round < 4; round++) {
      const { promised } = await pruneOnce(daemon, longText(round))
      if (promised) promises.push(promised)
    }
    await postJson(`${daemon.url}/api/memory.remember`, remember)
    await daemon.stop('SIGKILL')
    const log = join(daemon.home, 'tamis.db-wal')
    // The last prune alone is in the part that goes: its row in the ledger comes after its text.
    if (existsSync(log)) truncateSync(log, Math.max(0, statSync(log).size - bytes))
    const memory = join(daemon.home, 'memory', 'learnings.jsonl')
    appendFileSync(memory, readFileSync(memory, 'utf8').slice(0, -Math.min(bytes, 40)))
    const again = await startTamis({ home: daemon.home })
    await expectKept(again, promises.slice(0, -1))
    expect(
      (await postJson(`${again.url}/api/memory.remember`, { ...remember, text: 'After the tear' }))
        .status,
    ).toBe(200)
    const { body } = await postJson(`${again.url}/api/memory.search`, { query: 'pool' })
    expect(JSON.stringify(body)).toContain('Close the pool')
    expect(await again.stop()).toBe(0)
  },
)

test('a store that is no database is refused with what to do, and a text still passes', async () => {
  const { home, stop } = await startTamis()
  await stop()
  for (const name of ['tamis.db', 'tamis.db-wal', 'tamis.db-shm'])
    rmSync(join(home, name), { force: true })
  writeFileSync(join(home, 'tamis.db'), randomBytes(8192))
  const refused = await runTamis(['up', '--port', '0', '--home', home])
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/is damaged[\s\S]*tamis store check --repair/)
  const doctor = await runTamis(['doctor', '--home', home])
  expect(doctor.code).toBe(1)
  const text = longText(2)
  const pruned = await runTamis(['prune', '--goal', 'line 7', '--home', home], { input: text })
  expect(pruned.code).toBe(0)
  expect(pruned.stdout.trimEnd()).toBe(text)
})

/** Takes every byte that is left. */
function fill(file: string): void {
  for (const piece of [1 << 20, 1 << 16, 1 << 12])
    try {
      for (;;) appendFileSync(file, Buffer.alloc(piece))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
}
