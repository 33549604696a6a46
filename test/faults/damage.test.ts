import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteStore } from '../../src/adapters/sqlite/store.ts'
import { sqliteWaitingWrites } from '../../src/adapters/sqlite/writes/waiting-writes.ts'
import { postJson, runTamis, startTamis } from '../e2e/tamis.ts'
import { fillKept } from '../support/kept-stage.ts'
import { askFlipped, flips, type Opened, rounds } from './ask-flipped.ts'
import { flipBits } from './flip-bits.ts'
import { longText, pruneOnce } from './promises.ts'

const numbers = Array.from({ length: 20 }, (_, at) => at)

function openStore(file: string): Opened {
  const store = sqliteStore(file, digest)
  const each = (name: string, ask: (at: number) => Promise<unknown>) =>
    Object.fromEntries(numbers.map((at) => [`${name} ${at}`, () => ask(at)]))
  return {
    ask: {
      ...each('original', (at) => store.originals.find(`text_${at}`, 0)),
      ...each('sent', (at) => store.sentResults.find([`sent ${at}`], 0)),
      ...each('token', (at) => store.tokens.find(`token${at}`)),
      tokens: () => store.tokens.list(),
      servers: () => store.catalog.servers(),
      tools: () => store.catalog.tools(),
      traces: () => store.catalog.traces(100),
    },
    close: () => store.close(),
  }
}

function openKnowledge(file: string): Opened {
  const documents = openDocuments(file)
  const query = { index: 'words', any: ['turnip'], phrases: [], none: [], filter: {} } as const
  const ids = async () => (await documents.list({}, { limit: 100 })).map(({ id }) => id)
  return {
    ask: {
      documents: () => documents.list({}, { limit: 100 }),
      ...Object.fromEntries(
        numbers.map((at) => [`document ${at}`, () => documents.find(`doc ${at} é`)]),
      ),
      passages: async () =>
        (await Promise.all((await ids()).map((id) => documents.chunksOf(id)))).flat(),
      found: async () => {
        const found = await documents.match({ ...query, limit: 20 })
        return documents.load(found.map(({ key }) => key))
      },
    },
    close: () => documents.close(),
  }
}

function openQueue(file: string): Opened {
  const queue = sqliteWaitingWrites(file)
  return { ask: { waiting: () => queue.oldest(100) }, close: () => queue.close() }
}

async function fillStore(home: string): Promise<void> {
  const store = sqliteStore(join(home, 'tamis.db'), digest)
  const documents = openDocuments(join(home, 'knowledge.db'))
  await fillKept({ store, documents }, numbers.length)
  documents.close()
  const texts = numbers.map((at) => longText(at).slice(0, 20_000))
  await store.originals.keep(
    texts.map((text, at) => ({
      id: `text_${at}`,
      kind: 'prune',
      text,
      expiresAt: 1e15,
      result: JSON.stringify({ pruned: text.slice(0, 2000) }),
    })),
  )
  await store.sentResults.keep(
    texts.map((text, at) => ({
      key: `sent ${at}`,
      text: text.slice(0, 3000),
      refersTo: ['a'],
      omissionId: `text_${at}`,
      turn: at,
    })),
    0,
  )
  const token = { namespace: 'team', scope: 'read', hash: digest('x'), createdAt: 1 } as const
  for (const at of numbers)
    await store.tokens.add({ ...token, id: `token${at}`, name: `name ${at}`, expiresAt: 5 })
  await store.close()
  const queue = sqliteWaitingWrites(join(home, 'waiting.db'))
  await queue.add(
    numbers.map((at) => ({ part: 'ledger', key: `key ${at}`, body: longText(at).slice(0, 5000) })),
  )
  await queue.close()
}

describe(`${rounds} times ${flips} bits turn over in the store: nothing wrong is given out as right`, () => {
  const home = mkdtempSync(join(tmpdir(), 'tamis-flips-'))
  beforeAll(() => fillStore(home))
  test.each([
    ['tamis.db', openStore],
    ['knowledge.db', openKnowledge],
    ['waiting.db', openQueue],
  ])(
    '%s',
    async (name, open) => {
      const { wrong, right, refused } = await askFlipped(join(home, name), open)
      expect(wrong).toEqual([])
      expect([right > 0, refused > 0]).toEqual([true, true])
    },
    120_000,
  )
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
