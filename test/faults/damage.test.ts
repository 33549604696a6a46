import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { sqliteWaitingWrites } from '../../src/adapters/sqlite/writes/waiting-writes.ts'
import { EngineError } from '../../src/errors.ts'
import { postJson, runTamis, startTamis } from '../e2e/tamis.ts'
import { fillKept } from '../support/kept-stage.ts'
import { flipBits } from './flip-bits.ts'
import { longText, pruneOnce } from './promises.ts'

const rounds = 100
const flips = 20

/** Reads something; gives what is wrong with it, when it is given out as right. */
async function isWrong(read: () => Promise<boolean>): Promise<boolean> {
  try {
    return !(await read())
  } catch (error) {
    if (error instanceof EngineError && error.code === 'store_damaged') return false
    throw error
  }
}

test(`${rounds} times ${flips} bits turn over in the store: nothing wrong is given out as right`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-flips-'))
  const whole = join(folder, 'whole.db')
  const store = sqliteStore(whole, digest)
  const texts = Array.from({ length: 20 }, (_, at) => longText(at).slice(0, 20_000))
  const kept = texts.map((text, at) => ({
    id: `prn_${at}`,
    kind: 'prune' as const,
    text,
    expiresAt: 1e15,
    result: JSON.stringify({ pruned: text.slice(0, 2000) }),
  }))
  await store.originals.keep(kept)
  const sent = texts.map((text, at) => ({
    key: `key ${at}`,
    text: text.slice(0, 3000),
    refersTo: ['a'],
    omissionId: `prn_${at}`,
    turn: at,
  }))
  await store.sentResults.keep(sent, 0)
  const token = { namespace: 'team', scope: 'read', hash: digest('x'), createdAt: 1 } as const
  for (let at = 0; at < 20; at++)
    await store.tokens.add({ ...token, id: `token${at}`, name: `name ${at}`, expiresAt: 5 })
  await store.close()
  let noticed = 0
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    const file = join(folder, 'flipped.db')
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    copyFileSync(whole, file)
    flipBits(file, flips, round + 1)
    try {
      const flipped = sqliteStore(file, digest)
      for (const one of kept)
        if (
          await isWrong(async () => {
            const found = await flipped.originals.find(one.id, 0)
            return found === undefined || (found.text === one.text && found.result === one.result)
          })
        )
          wrong.push(`${round} ${one.id}`)
      for (const one of sent)
        if (
          await isWrong(async () => {
            const [found] = await flipped.sentResults.find([one.key], 0)
            return found === undefined || JSON.stringify(found) === JSON.stringify(one)
          })
        )
          wrong.push(`${round} ${one.key}`)
      for (let at = 0; at < 20; at++)
        if (
          await isWrong(async () => {
            const found = await flipped.tokens.find(`token${at}`)
            const { scope, namespace, hash } = found ?? token
            return scope === token.scope && namespace === token.namespace && hash === token.hash
          })
        )
          wrong.push(`${round} token${at}`)
      await flipped.close()
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      expect(error.code).toBe('store_damaged')
      noticed++
    }
  }
  expect(wrong).toEqual([])
  expect(noticed).toBeLessThan(rounds)
}, 120_000)

test(`${rounds} times ${flips} bits turn over in what waits for the database: nothing wrong is handed over`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-flips-'))
  const whole = join(folder, 'whole.db')
  const writes = Array.from({ length: 20 }, (_, at) => ({
    part: 'ledger' as const,
    key: `key ${at}`,
    body: longText(at).slice(0, 5000),
  }))
  const queue = sqliteWaitingWrites(whole)
  await queue.add(writes)
  await queue.close()
  const wrong: string[] = []
  let handedOver = 0
  for (let round = 0; round < rounds; round++) {
    const file = join(folder, 'flipped.db')
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    copyFileSync(whole, file)
    flipBits(file, flips, round + 1)
    try {
      const flipped = sqliteWaitingWrites(file)
      const found = await flipped.oldest(100)
      await flipped.close()
      handedOver += found.length
      for (const { part, key, body } of found)
        if (!writes.some((one) => one.part === part && one.key === key && one.body === body))
          wrong.push(`${round} ${key}`)
    } catch (error) {
      if (!(error instanceof EngineError && error.code === 'store_damaged')) throw error
    }
  }
  expect(wrong).toEqual([])
  expect(handedOver).toBeGreaterThan(0)
})

test('a passage of knowledge that turned over is not quoted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-flips-'))
  const store = sqliteStore(join(folder, 'tamis.db'), digest)
  const documents = openDocuments(join(folder, 'knowledge.db'))
  await fillKept({ store, documents }, 3)
  const [document] = await documents.list({}, { limit: 1 })
  const [chunk] = await documents.chunksOf(document?.id ?? '')
  const database = new DatabaseSync(join(folder, 'knowledge.db'))
  database
    .prepare("update knowledge_chunks set text = replace(text, 'Turnips', 'Turnipt') where id = ?")
    .run(chunk?.id ?? '')
  database.close()
  await expect(documents.findChunk(chunk?.id ?? '')).rejects.toMatchObject({
    code: 'store_damaged',
  })
  documents.close()
  await store.close()
})

test('recover answers damage with its own code and the id, and a repair puts it aside', async () => {
  const daemon = await startTamis()
  const [lost, kept] = [longText(1), longText(2)]
  const first = await pruneOnce(daemon, lost)
  const second = await pruneOnce(daemon, kept)
  const id = first.answer.prune_id
  const database = new DatabaseSync(join(daemon.home, 'tamis.db'))
  database
    .prepare('update texts set body = cast(replace(body, ?, ?) as blob) where digest = ?')
    .run('line 900', 'line 901', digest(lost))
  database.close()
  const answer = await postJson(`${daemon.url}/api/recover`, { id })
  expect(answer.status).toBe(500)
  expect(answer.body).toMatchObject({
    error: {
      code: 'store_damaged',
      message: expect.stringContaining(id),
      hint: expect.stringContaining('tamis store check --repair'),
    },
  })
  await daemon.stop()
  const { home } = daemon
  const found = await runTamis(['store', 'check', '--home', home])
  expect([found.code, found.stdout]).toEqual([1, expect.stringContaining(id)])
  const repaired = await runTamis(['store', 'check', '--repair', '--home', home])
  expect([repaired.code, repaired.stderr]).toEqual([0, expect.stringContaining('Put aside')])
  expect(readdirSync(home).some((name) => name.startsWith('damaged-'))).toBe(true)
  expect((await runTamis(['store', 'check', '--home', home])).code).toBe(0)
  const again = await startTamis({ home })
  expect((await postJson(`${again.url}/api/recover`, { id })).status).toBe(404)
  const whole = await postJson(`${again.url}/api/recover`, { id: second.answer.prune_id })
  expect(whole.body).toMatchObject({ raw_text: kept })
  await again.stop()
})

test('a database whose pages are damaged is told as that, and a repair saves what can be read', async () => {
  const daemon = await startTamis()
  const promises = []
  for (let seed = 0; seed < 12; seed++) promises.push(await pruneOnce(daemon, longText(seed)))
  await daemon.stop()
  const { home } = daemon
  const file = join(home, 'tamis.db')
  const database = new DatabaseSync(file)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  for (let seed = 1; seed <= 10; seed++) flipBits(file, 200, seed)
  expect((await runTamis(['store', 'check', '--home', home])).code).toBe(1)
  const repaired = await runTamis(['store', 'check', '--repair', '--home', home])
  expect([repaired.code, repaired.stderr]).toEqual([0, expect.any(String)])
  expect((await runTamis(['store', 'check', '--home', home])).code).toBe(0)
  const again = await startTamis({ home })
  for (const { promised } of promises) {
    const { status, body } = await postJson(`${again.url}/api/recover`, { id: promised?.id })
    if (status === 200) expect(body).toMatchObject({ raw_text: promised?.text })
    else expect(status).toBe(404)
  }
  expect((await pruneOnce(again, longText(99))).promised).toBeDefined()
  await again.stop()
}, 60_000)

test.each(['its header', 'its pages'])(
  'a store with %s overwritten is told as damaged, by whatever meets it',
  async (part) => {
    const daemon = await startTamis()
    const { answer } = await pruneOnce(daemon, longText(1))
    await daemon.stop()
    const { home } = daemon
    const file = join(home, 'tamis.db')
    const bytes = readFileSync(file)
    if (part === 'its header') bytes.fill(1, 0, 100)
    else bytes.fill(1, 4096)
    writeFileSync(file, bytes)
    for (const words of [
      ['memory', 'inject', '--story', 'PD-1'],
      ['recover', answer.prune_id],
      ['ledger', 'list'],
      ['token', 'list'],
      ['doctor'],
      ['store', 'check'],
    ]) {
      const { code, stdout, stderr } = await runTamis([...words, '--home', home])
      expect(`${stdout}${stderr}`, words.join(' ')).toContain('damaged')
      expect(`${stdout}${stderr}`).not.toContain('not full')
      expect(code).toBe(words[0] === 'memory' ? 0 : 1)
    }
  },
  60_000,
)
