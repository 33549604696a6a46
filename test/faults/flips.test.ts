import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonlMemories } from '../../src/adapters/jsonl/memories.ts'
import { digest } from '../../src/adapters/node/digest.ts'
import { openDocuments } from '../../src/adapters/sqlite/documents/open-documents.ts'
import { sqliteMemoryVectors } from '../../src/adapters/sqlite/memories.ts'
import { repairHome } from '../../src/adapters/sqlite/repair.ts'
import { sqliteUpkeep } from '../../src/adapters/sqlite/upkeep.ts'
import { sqliteVecStore } from '../../src/adapters/sqlite-vec/vector-store.ts'
import { indexChunk } from '../../src/core/knowledge/ingest/prepare-document.ts'
import type { ChunkRecord, DocumentRecord } from '../../src/ports/store/document-rows.ts'
import type { DigestVector } from '../../src/ports/store/document-vectors.ts'
import { askFlipped, flips, type Opened, rounds } from './ask-flipped.ts'
import { flipBits } from './flip-bits.ts'

const model = 'toy'
const numbers = Array.from({ length: 40 }, (_, at) => at)
const digests = numbers.map((at) => `digest ${at}`)
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-flips-'))

/** Apart from each other, and of a length at which most of the file is vectors. */
function vectorOf(at: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, index) => Math.sin(at * 31 + index) / 11)
}

const vectors: readonly DigestVector[] = numbers.map((at) => ({
  digest: digests[at] ?? '',
  vector: vectorOf(at),
}))

async function fillBeside(): Promise<string> {
  const home = newFolder()
  const store = sqliteVecStore({ home })
  await store.put(model, vectors)
  await store.close()
  return join(home, 'vectors.db')
}

/** The store names its file itself: each copy lies in a home of its own. */
function openBeside(file: string): Opened {
  const home = file.endsWith('.flipped') ? newFolder() : dirname(file)
  if (home !== dirname(file)) copyFileSync(file, join(home, 'vectors.db'))
  const store = sqliteVecStore({ home })
  return {
    ask: {
      loaded: () => store.load(model, digests),
      nearest: () => store.nearest(model, vectorOf(7), numbers.length),
    },
    close: () => store.close(),
  }
}

async function fillKnowledge(): Promise<string> {
  const file = join(newFolder(), 'knowledge.db')
  const documents = openDocuments(file)
  for (const at of numbers) {
    const document: DocumentRecord = {
      id: `doc ${at}`,
      source: 'docs',
      trust: 'high',
      root: '/docs',
      path: `${at}.md`,
      title: `title ${at}`,
      titleKey: `title ${at}`,
      kind: 'markdown',
      language: 'en',
      tags: [],
      digest: `of ${at}`,
      bytes: 10,
      modifiedAt: 1,
      indexedAt: 2,
    }
    const chunk: ChunkRecord = {
      id: `chunk ${at}`,
      ordinal: 0,
      headingPath: [],
      text: `the text ${at}`,
      startLine: 1,
      endLine: 1,
      digest: digests[at] ?? '',
      documentId: document.id,
    }
    await documents.put(document, [indexChunk(document, chunk)])
  }
  await documents.putVectors(model, vectors)
  documents.close()
  return file
}

function openKnowledge(file: string): Opened {
  const documents = openDocuments(file)
  return {
    ask: {
      loaded: () => documents.vectors(model, digests),
      // By what is said of a chunk: a key that turned over finds another, or none.
      nearest: async () => {
        const query = { model, vector: vectorOf(7), filter: {}, limit: numbers.length }
        const near = await documents.nearest(query)
        const scores = new Map(near.map(({ key, score }) => [key, score]))
        const chunks = await documents.load([...scores.keys()])
        return chunks.map(({ id, key }) => [id, scores.get(key)])
      },
    },
    close: () => documents.close(),
  }
}

async function fillMemory(): Promise<string> {
  const file = join(newFolder(), 'memory-index.db')
  const index = sqliteMemoryVectors(file)
  await index.keep(model, new Map(vectors.map(({ digest, vector }) => [digest, vector])))
  index.close()
  return file
}

function openMemory(file: string): Opened {
  const index = sqliteMemoryVectors(file)
  return {
    ask: { found: async () => [...(await index.find(model, digests))] },
    close: () => index.close(),
  }
}

describe(`${rounds} times ${flips} bits turn over among vectors: no wrong one is compared`, () => {
  test.each([
    ['vectors.db', fillBeside, openBeside],
    ['knowledge.db', fillKnowledge, openKnowledge],
    ['the index of memory', fillMemory, openMemory],
  ])(
    '%s',
    async (_, fill, open) => {
      const { wrong, right } = await askFlipped(await fill(), open)
      expect(wrong).toEqual([])
      expect(right).toBeGreaterThan(0)
    },
    120_000,
  )
})

test('a vector that is damaged is forgotten, so that its text is embedded again', async () => {
  const file = await fillKnowledge()
  flipBits(file, flips, 3)
  const documents = openDocuments(file)
  const query = { model, vector: vectorOf(7), filter: {}, limit: numbers.length }
  const near = await documents.nearest(query)
  const missing = await documents.withoutVector(model, 100)
  expect(missing.length).toBeGreaterThan(0)
  expect(near.length + missing.length).toBe(numbers.length)
  documents.close()
})

test('a repair puts a file of vectors that is damaged aside, and a check names it before', async () => {
  const home = dirname(await fillBeside())
  const bytes = readFileSync(join(home, 'vectors.db'))
  writeFileSync(join(home, 'vectors.db'), bytes.fill(1, 4096))
  const upkeep = sqliteUpkeep(home)
  expect((await upkeep.faults()).join()).toContain('vectors.db')
  await upkeep.close()
  const { aside, lost } = repairHome(home, digest, 'now')
  expect(lost).toEqual([expect.stringContaining('vectors.db')])
  expect(readdirSync(aside)).toContain('vectors.db')
  const store = sqliteVecStore({ home })
  expect(await store.load(model, digests)).toEqual([])
  await store.close()
})

/** What of the lines of a file is still there, byte for byte. */
function unhurt(before: Buffer, after: Buffer): ReadonlySet<string> {
  const left = new Set(after.toString('latin1').split('\n'))
  return new Set(
    before
      .toString('latin1')
      .split('\n')
      .filter((line) => line !== '' && left.has(line)),
  )
}

test('bits that turn over in a file of memory harm the lines they are in and no other', async () => {
  const folder = newFolder()
  const memories = jsonlMemories({ files: folder, watchNotes: folder, clarifications: folder })
  const name = 'learnings.jsonl'
  const file = join(folder, name)
  await memories.append(
    name,
    numbers.map((at) => ({ id: `m${at}`, text: `what was learned, é ${at}. `.repeat(9) })),
  )
  const whole = readFileSync(file)
  copyFileSync(file, `${file}.whole`)
  let told = 0
  for (let round = 1; round <= rounds; round++) {
    copyFileSync(`${file}.whole`, file)
    flipBits(file, flips, round)
    const { lines } = await memories.read(name)
    const raw = new Set(lines.map((line) => Buffer.from(line.raw).toString('latin1')))
    const lost = [...unhurt(whole, readFileSync(file))].filter((line) => !raw.has(line))
    expect(lost).toEqual([])
    const records = lines.filter(({ kind }) => kind === 'record')
    // What is no text any more is no memory: a question mark in its place would be one.
    expect(records.filter(({ raw }) => raw.includes('\ufffd'))).toEqual([])
    told += lines.length - records.length
  }
  expect(told).toBeGreaterThan(0)
})
