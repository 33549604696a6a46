import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ollamaEmbedder } from '../../src/adapters/ollama/embedder.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { startHttpServer, unusedAddress } from '../support/http-server.ts'
import { letterEmbedder } from './memory/letter-embedder.ts'
import { ask, lesson, openMemory } from './memory/open-memory.ts'
import { itemsOf } from './memory/read-block.ts'

test('TC-ERR-01 ERR-295-01 a bad line is rejected by name and the good ones go on', async () => {
  const { folder, memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({}), lesson({ scope: 'team' })])
  appendFileSync(
    join(folder, 'learnings.jsonl'),
    `not json\n${JSON.stringify(lesson({ tags: ['z'] }))}\n`,
  )
  const { block, messages } = await memory.inject(ask)
  expect(itemsOf(block, 'Learnings')).toBe(2)
  expect(messages).toEqual([
    expect.stringMatching(/^\[inject\] rejected: learnings\.jsonl:2: scope: /),
    '[inject] rejected: learnings.jsonl:3: not JSON',
  ])
})

test('TC-ERR-03 ERR-295-03 without an injections file scoring goes on over an empty corpus, and says so', async () => {
  const { memory, writeRecords, lines } = openMemory()
  writeRecords('learnings.jsonl', [lesson({})])
  const { scores, messages } = await memory.score()
  expect(scores).toEqual([])
  expect(messages[0]).toBe('[scoring] injections corpus empty')
  expect(lines('learnings-scores.jsonl')).toEqual([])
})

test('TC-ERR-04 ERR-295-04 an embedder that is down or too slow costs the vectors, not the learnings', async () => {
  const hanging = await startHttpServer(() => new Promise(() => {}))
  for (const baseUrl of [hanging, await unusedAddress()]) {
    const embedder = ollamaEmbedder({
      baseUrl,
      model: 'nomic-embed-text',
      dimensions: 768,
      timeoutMs: 300,
    })
    const { memory, writeRecords } = openMemory({ embedder })
    writeRecords('learnings.jsonl', [lesson({})])
    const { block, messages } = await memory.inject(ask)
    expect(itemsOf(block, 'Learnings')).toBe(1)
    expect(block).toContain('_ranked by words, without vectors_')
    expect(messages).toEqual([expect.stringMatching(/^\[inject\] embedder learnings failed: ./)])
  }
})

test('TC-ERR-05 ERR-295-05 an index that cannot be opened is said, and vectors are computed without it', async () => {
  const { folder, memory, writeRecords } = openMemory({ embedder: letterEmbedder })
  writeRecords('learnings.jsonl', [lesson({})])
  mkdirSync(join(folder, 'memory-index.db'))
  const { block, messages } = await memory.inject(ask)
  expect(itemsOf(block, 'Learnings')).toBe(1)
  expect(block).toContain('_ranked by words and vectors_')
  expect(messages).toEqual([expect.stringMatching(/^\[inject\] index learnings failed: /)])
})

test('a deleted index is rebuilt from the files with the same answers', async () => {
  const { folder, deps, memory, reopen, writeRecords } = openMemory({ embedder: letterEmbedder })
  writeRecords('learnings.jsonl', [lesson({}), lesson({ text: 'Drain the queue', tags: ['q'] })])
  await memory.reindex()
  const before = (await memory.inject(ask)).block
  await deps.vectors.retainOnly('letters', [])
  rmSync(join(folder, 'memory-index.db'), { force: true })
  expect((await reopen().inject(ask)).block).toBe(before)
})

test('TC-NEG-05 a vector of another length than the model says is never indexed', async () => {
  const wrong: Embedder = { ...letterEmbedder, dimensions: 768 }
  const { memory, deps, writeRecords } = openMemory({ embedder: wrong })
  writeRecords('learnings.jsonl', [lesson({})])
  const { vectors, messages } = await memory.reindex()
  expect(vectors).toBeUndefined()
  expect(messages.at(-1)).toBe('[reindex] vectors failed: expected 768 dimensions, got 26')
  expect(await deps.vectors.count()).toBe(0)
  expect((await memory.inject(ask)).messages[0]).toMatch(/embedder learnings failed: expected 768/)
})

test('the doctor mends a torn last line, keeps its bytes and names bad lines', async () => {
  const { folder, memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({}), { bad: true }])
  appendFileSync(join(folder, 'learnings.jsonl'), '{"story":"PD-')
  const dry = await memory.doctor(true)
  expect(dry.files[0]).toMatchObject({ records: 1, tornBytes: 13 })
  const { files, isHealthy } = await memory.doctor(false)
  expect(files[0]).toMatchObject({ tornBytes: 0, faults: [expect.stringMatching(/^2: story/)] })
  expect(readFileSync(files[0]?.mendedInto ?? '', 'utf8')).toBe('{"story":"PD-')
  expect(isHealthy).toBe(false)
})
