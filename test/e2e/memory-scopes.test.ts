import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { letterEmbedder } from './memory/letter-embedder.ts'
import { ask, daysAgo, lesson, openMemory } from './memory/open-memory.ts'
import { hashOf, itemsOf } from './memory/read-block.ts'

test('TC-NOM-06 INV-295-06 CA-295-06 scores join on story, gate and tags hash whatever the tags look like', async () => {
  const { memory, writeRecords, lines } = openMemory()
  writeRecords('learnings.jsonl', [
    lesson({ tags: ['Node', '#POOL'], text: 'Close the pool first' }),
    lesson({ tags: ['pool ', 'node'], text: 'Close the pool second' }),
    lesson({ tags: ['other'], text: 'Close the pool third' }),
  ])
  await memory.inject(ask)
  await memory.inject({ ...ask, story: 'PD-302' })
  const { scores } = await memory.score()
  const keys = lines('learnings-scores.jsonl').map(({ story, gate, tags_hash }) =>
    [story, gate, tags_hash].join(),
  )
  expect(new Set(keys).size).toBe(keys.length)
  const counts = new Map(scores.map((record) => [record.tags_hash, record.nb_injections]))
  expect(counts.get(hashOf('node', 'pool'))).toBe(4)
  expect(counts.get(hashOf('other'))).toBe(2)
})

test('TC-NOM-08 INV-295-08 CA-295-08 migration gives a scope once and leaves the rest byte for byte', async () => {
  const { folder, memory, write, lines } = openMemory()
  const scoped =
    '{"story":"PD-1", "gate":1.0,"tags":[],"text":"kept","scope":"global","date":"2026-01-01"}'
  const old =
    '{"story":"PD-2","gate":2,"tags":["B","a"],"text":"old","date":"2026-01-02","author":"x"}'
  write('learnings.jsonl', `${scoped}\n{broken\n${old}\n`)
  expect((await memory.migrate(true)).migrated).toHaveLength(1)
  expect(readFileSync(join(folder, 'learnings.jsonl'), 'utf8')).not.toContain('scope_migrated_at')
  const first = await memory.migrate(false)
  expect([first.migrated.length, first.untouched]).toEqual([1, 1])
  const after = readFileSync(join(folder, 'learnings.jsonl'), 'utf8')
  expect(after.split('\n').slice(0, 2)).toEqual([scoped, '{broken'])
  expect(JSON.parse(after.split('\n')[2] ?? '')).toEqual({
    ...JSON.parse(old),
    tags_hash: hashOf('a', 'b'),
    date_created: '2026-01-02',
    scope: 'story',
    scope_migrated_at: '2026-06-30T12:00:00.000Z',
  })
  expect((await memory.migrate(false)).migrated).toEqual([])
  expect(readFileSync(join(folder, 'learnings.jsonl'), 'utf8')).toBe(after)
  expect(() => lines('learnings.jsonl')).toThrow()
})

const scoreLine = (tags: string[], reuse_score: number) => ({
  story: 'PD-100',
  gate: 5,
  tags_hash: hashOf(...tags),
  reuse_score,
  nb_injections: 1,
  nb_stories_gate8_go_apres_injection: 0,
  nb_domains_distincts: 0,
  computed_at: '2026-06-01',
})

test('TC-NOM-09 INV-295-09 INV-295-10 CA-295-09 promotion climbs one scope a run, at 0.3 and 0.6, and shows it first', async () => {
  const { memory, writeRecords, lines } = openMemory()
  const cases = [
    ['story', 0.29, 'story'],
    ['story', 0.3, 'domain'],
    ['story', 1.8, 'domain'],
    ['domain', 0.59, 'domain'],
    ['domain', 0.6, 'global'],
    ['domain', 0, 'domain'],
    ['global', 0, 'global'],
    ['global', 9, 'global'],
  ] as const
  writeRecords(
    'learnings.jsonl',
    cases.map(([scope], at) => lesson({ scope, tags: [`t${at}`] })),
  )
  writeRecords(
    'learnings-scores.jsonl',
    cases.map(([, score], at) => scoreLine([`t${at}`], score)),
  )
  expect((await memory.promote({ isDryRun: true })).moves).toHaveLength(3)
  expect(lines('learnings.jsonl').map(({ scope }) => scope)).toEqual(cases.map(([scope]) => scope))
  const { moves, refusedTransitions } = await memory.promote({ isDryRun: false })
  expect([moves.length, refusedTransitions]).toEqual([3, 0])
  expect(lines('learnings.jsonl').map(({ scope }) => scope)).toEqual(cases.map(([, , to]) => to))
})

test('TC-ERR-07 ERR-295-07 CA-295-15 CA-295-16 a refused transition is counted and explained, and changes nothing', async () => {
  const { memory, writeRecords, lines } = openMemory()
  const ids = ['lrn_story', 'lrn_global', 'lrn_gone']
  const scopes = ['story', 'global', 'archived']
  writeRecords(
    'learnings.jsonl',
    scopes.map((scope, at) => lesson({ scope, id: ids[at], tags: ['t'] })),
  )
  writeRecords('learnings-scores.jsonl', [scoreLine(['t'], 9)])
  const ask = async (id: string, to: 'story' | 'domain' | 'global') => {
    const { moves, refusedTransitions, messages } = await memory.promote({
      isDryRun: false,
      only: { id, to },
    })
    return { moves, refusedTransitions, said: messages.join() }
  }
  const refused = (said: string) => ({ moves: [], refusedTransitions: 1, said })
  expect(await ask('lrn_story', 'global')).toEqual(
    refused('[lifecycle] transition refused: lrn_story: transition story → global is not allowed'),
  )
  expect(await ask('lrn_global', 'domain')).toEqual(
    refused(
      '[lifecycle] transition refused: lrn_global: transition global → domain is not allowed',
    ),
  )
  expect(await ask('lrn_gone', 'domain')).toEqual(
    refused(
      '[lifecycle] transition refused: lrn_gone: ARCHIVED terminal, résolution manuelle uniquement',
    ),
  )
  writeRecords('learnings-scores.jsonl', [])
  expect((await ask('lrn_story', 'domain')).said).toMatch(/a score of 0 has not earned domain/)
  expect(lines('learnings.jsonl').map(({ scope }) => scope)).toEqual(scopes)
  await expect(ask('lrn_none', 'domain')).rejects.toThrow('No learning in use has the id')
})

test('TC-PLAN-03 INV-plan-07 a learning without a score counts as 0.0 in promotion and order', async () => {
  const { memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [
    lesson({ tags: ['unscored'], date_created: '2026-06-29' }),
    lesson({
      tags: ['zero'],
      date_created: '2026-06-28',
      text: 'Close the pool before the process exits!',
    }),
    lesson({
      tags: ['scored'],
      date_created: '2026-06-01',
      text: 'Close the pool before the process exits.',
    }),
  ])
  writeRecords('learnings-scores.jsonl', [scoreLine(['zero'], 0), scoreLine(['scored'], 0.2)])
  const { block } = await memory.inject({ ...ask, queryText: 'process exits' })
  expect(block.match(/score [\d.]+/g)).toEqual(['score 0.2', 'score 0', 'score 0'])
  expect(block.match(/2026-06-\d\d/g)).toEqual(['2026-06-01', '2026-06-29', '2026-06-28'])
  expect((await memory.promote({ isDryRun: false })).moves).toEqual([])
})

test('TC-NOM-10 INV-295-11 CA-295-10 only what is both old and never injected is archived', async () => {
  const { memory, writeRecords, lines } = openMemory()
  writeRecords('learnings.jsonl', [
    lesson({ tags: ['A'], date_created: daysAgo(57) }),
    lesson({ tags: ['B'], date_created: daysAgo(57) }),
    lesson({ tags: ['C'], date_created: daysAgo(10) }),
    lesson({ tags: ['D'], date_created: daysAgo(10) }),
  ])
  writeRecords(
    'learnings-injections.jsonl',
    ['B', 'D'].map((tag) => ({
      story: 'PD-100',
      gate: 5,
      tags_hash: hashOf(tag),
      injected_story: 'PD-2',
      date: daysAgo(1),
    })),
  )
  expect((await memory.evict(true)).evicted).toHaveLength(1)
  expect(lines('learnings.jsonl')).toHaveLength(4)
  const { evicted, kept } = await memory.evict(false)
  expect([evicted.length, kept]).toEqual([1, 3])
  expect(lines('learnings-archive.jsonl')).toMatchObject([
    { tags: ['A'], scope: 'archived', archived_from: 'story' },
  ])
  expect(lines('learnings.jsonl').map(({ tags }) => tags)).toEqual([['B'], ['C'], ['D']])
})

test('TC-NOM-11 INV-295-12 CA-295-11 an archived learning is in no index and in no answer', async () => {
  const { memory, deps, writeRecords } = openMemory({ embedder: letterEmbedder })
  writeRecords('learnings.jsonl', [
    lesson({ tags: ['gone'], date_created: daysAgo(90), text: 'zebra pool' }),
    lesson({ tags: ['stays'], text: 'zebra pool stays' }),
    lesson({ tags: ['marked'], text: 'zebra pool marked', scope: 'archived' }),
  ])
  expect((await memory.reindex()).vectors).toBe(2)
  await memory.evict(false)
  expect(await deps.vectors.count()).toBe(1)
  const { hits } = await memory.search({ query: 'zebra pool', kinds: ['learning'], limit: 9 })
  expect(hits.map(({ text }) => text)).toEqual(['zebra pool stays'])
  const { block } = await memory.inject({ ...ask, queryText: 'zebra pool' })
  expect(itemsOf(block, 'Learnings')).toBe(1)
})

test('an eviction that died between its two writes is found by the doctor and finished by the next', async () => {
  const { memory, writeRecords, lines } = openMemory()
  const stale = lesson({ date_created: daysAgo(90) })
  writeRecords('learnings.jsonl', [stale])
  writeRecords('learnings-archive.jsonl', [{ ...stale, scope: 'archived' }])
  expect((await memory.doctor(true)).halfEvicted).toHaveLength(1)
  await memory.evict(false)
  expect(lines('learnings.jsonl')).toEqual([])
  expect(lines('learnings-archive.jsonl')).toHaveLength(1)
})

test('TC-ERR-10 ERR-295-10 a learning that was never injected has no score, and is named', async () => {
  const { memory, writeRecords, lines } = openMemory()
  writeRecords('learnings.jsonl', [lesson({}), lesson({ tags: ['never'], text: 'Nothing alike' })])
  await memory.inject(ask)
  const { messages, unscored } = await memory.score()
  expect(lines('learnings-scores.jsonl')).toHaveLength(1)
  expect(unscored).toBe(1)
  expect(messages).toEqual([`[scoring] no injection record for PD-100 gate 5 ${hashOf('never')}`])
})

test('with reuse_and_lift a learning whose stories do worse is held back', async () => {
  const { memory, reopen, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({})])
  await memory.inject(ask)
  await memory.outcome({ story: 'PD-301', gate: 8, result: 'nogo' })
  await memory.outcome({ story: 'PD-302', gate: 8, result: 'go' })
  const { scores } = await memory.score()
  expect(scores[0]?.honest).toMatchObject({
    with: { passed: 0, stories: 1 },
    without: { passed: 1 },
  })
  expect((await reopen({ promoteOn: 'reuse_and_lift' }).promote({ isDryRun: true })).moves).toEqual(
    [],
  )
  expect((await memory.promote({ isDryRun: true })).moves).toHaveLength(1)
})
