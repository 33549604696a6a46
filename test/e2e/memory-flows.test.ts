import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ollamaEmbedder } from '../../src/adapters/ollama/embedder.ts'
import { tagsHash } from '../../src/core/memory/tags-hash.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { startHttpServer, unusedAddress } from '../support/http-server.ts'
import { ask, daysAgo, lesson, note, now, openMemory } from './memory/open-memory.ts'

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hashOf = (...tags: string[]) => tagsHash((text) => sha256(text), tags)
const sectionsOf = (block: string) => block.match(/^## .*$/gm)
const itemsOf = (block: string, title: string) => {
  const section = block.split(/^## /m).find((part) => part.startsWith(title)) ?? ''
  return section.match(/^- /gm)?.length ?? 0
}

test('TC-NOM-01 INV-295-01 CA-295-01 TC-ERR-02 ERR-295-02 three good notes of five are indexed, the others are named', async () => {
  const { memory, write, lines } = openMemory()
  write('veille/a.md', note({ title: 'A' }, 'About caches'))
  write('veille/deep/er/b.md', note({ title: 'B', impact_pv: 'modere' }, 'About pools'))
  write('veille/c.md', note({ title: 'C', verdict_veille: 'bruit' }, 'About nothing'))
  write('veille/bad-impact.md', note({ impact_pv: 'enorme' }, 'x'))
  write('veille/no-header.md', '# Only a heading\n')
  const { indexed, skipped, messages } = await memory.indexWatchNotes()
  expect([indexed, skipped]).toEqual([3, 2])
  expect(lines('veille.jsonl').map(({ path }) => path)).toEqual(['a.md', 'c.md', 'deep/er/b.md'])
  expect(lines('veille.jsonl')[0]).toEqual({
    path: 'a.md',
    title: 'A',
    date: '2026-05-01',
    verdict_veille: 'signal',
    impact_pv: 'fort',
    summary: 'About caches',
    tags: [],
  })
  expect(messages).toEqual([
    expect.stringMatching(/^\[veille\] skipped: bad-impact\.md: impact_pv: /),
    '[veille] skipped: no-header.md: no frontmatter',
  ])
})

test('an index of watch notes that cannot be written is said, and nothing is thrown', async () => {
  const { folder, memory, write } = openMemory()
  write('veille/a.md', note({ title: 'A' }, 'About caches'))
  mkdirSync(join(folder, 'veille.jsonl'))
  const { indexed, messages } = await memory.indexWatchNotes()
  expect([indexed, messages]).toEqual([
    0,
    [expect.stringMatching(/^\[veille\] failed: Cannot write/)],
  ])
})

test('veille search filters by impact and verdict, ranked by the query', async () => {
  const { memory, write } = openMemory()
  write('veille/a.md', note({ title: 'A' }, 'Prompt caches are billed at a tenth'))
  write('veille/b.md', note({ title: 'B', impact_pv: 'faible' }, 'Prompt caches elsewhere'))
  write('veille/c.md', note({ title: 'C', verdict_veille: 'bruit' }, 'Prompt caches again'))
  await memory.indexWatchNotes()
  const search = async (filter: { impact?: string; verdict?: string }) =>
    (
      await memory.search({ query: 'prompt cache', kinds: ['veille'], limit: 9, ...filter })
    ).hits.map(({ record }) => record.title)
  expect(new Set(await search({}))).toEqual(new Set(['A', 'B', 'C']))
  expect(await search({ impact: 'faible' })).toEqual(['B'])
  expect(await search({ impact: 'fort', verdict: 'bruit' })).toEqual(['C'])
})

const nastyAnswers = [
  'Une réponse\r\nsur deux lignes  ',
  '## Q3. not a heading\n\n---\n',
  '',
  '\ttabs, 🙂 and "quotes"\n',
]

test('TC-NOM-03 INV-295-03 CA-295-03 the SHA-256 of every answer equals that of its bytes in the file', async () => {
  const { memory } = openMemory()
  const clarified = await memory.clarify({ ...ask, answers: nastyAnswers })
  const bytes = readFileSync(clarified.path ?? '')
  for (const [at, answer] of nastyAnswers.entries()) {
    const start = bytes.indexOf('\n\n', bytes.lastIndexOf(`## Q${at + 1}. `)) + 2
    const stretch = bytes.subarray(start, start + Buffer.byteLength(answer))
    if (at !== 2) expect(sha256(stretch)).toBe(sha256(answer))
    expect(clarified.sha256[at]).toBe(sha256(answer))
    expect(bytes.toString()).toContain(`sha256: ${sha256(answer)}`)
  }
  const { hits } = await memory.search({ kinds: ['clarification'], limit: 4 })
  expect(hits.map(({ text }) => text)).toEqual(nastyAnswers)
})

test('TC-NOM-04 INV-295-04 CA-295-04 a clarification is indexed one record a question and found by exact domain and project', async () => {
  const { memory, lines } = openMemory()
  await memory.clarify({ ...ask, answers: ['one', 'two', 'three', 'four'] })
  await memory.clarify({ ...ask, story: 'PD-302', domain: 'tool', answers: ['a', 'b', 'c', 'd'] })
  expect(lines('clarifications.jsonl')[0]).toMatchObject({
    story_id: 'PD-301',
    domain: 'tooling',
    project: 'app',
    question_idx: 1,
    verbatim: 'one',
    date: '2026-06-30T12:00:00.000Z',
  })
  const { hits } = await memory.search({ kinds: ['clarification'], domain: 'tooling', limit: 9 })
  expect(hits.map(({ text }) => text)).toEqual(['one', 'two', 'three', 'four'])
  const meant = await memory.search({ query: 'three', kinds: ['clarification'], limit: 9 })
  expect(meant.hits.map(({ text }) => text)).toEqual(['three'])
})

test('a second entry goes into a file of its own, and the newest is injected first', async () => {
  const { folder, memory, reopen } = openMemory()
  await memory.clarify({ ...ask, answers: ['old1', 'old2', 'old3', 'old4'] })
  await memory.clarify({ ...ask, answers: ['mid1', 'mid2', 'mid3', 'mid4'] })
  const later = reopen({ now: () => now + 60_000 })
  await later.clarify({ ...ask, answers: ['new1', 'new2', 'new3', 'new4'] })
  expect(readdirSync(join(folder, 'clarifications')).sort()).toEqual([
    'PD-301-clarifications-2026-06-30-120000.md',
    'PD-301-clarifications-2026-06-30-120100.md',
    'PD-301-clarifications.md',
  ])
  const { block } = await later.inject(ask)
  expect(block.match(/new\d|mid\d|old\d/g)).toEqual(['new1', 'new2', 'new3'])
})

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

test('TC-NOM-12 INV-295-13 CA-295-12 the block has three sections and at most 5, 3 and 3 items', async () => {
  const { memory, write, writeRecords } = openMemory()
  writeRecords(
    'learnings.jsonl',
    Array.from({ length: 9 }, (_, at) => lesson({ text: `Close the pool, rule ${at}` })),
  )
  for (let at = 0; at < 5; at += 1) write(`veille/${at}.md`, note({ title: `N${at}` }, 'The pool'))
  await memory.indexWatchNotes()
  await memory.clarify({ ...ask, answers: ['a', 'b', 'c', 'd'] })
  const { block, shown } = await memory.inject(ask)
  expect(sectionsOf(block)).toEqual(['## Learnings', '## Veille', '## Clarifications'])
  expect(['Learnings', 'Veille', 'Clarifications'].map((title) => itemsOf(block, title))).toEqual([
    5, 3, 3,
  ])
  expect(shown).toHaveLength(11)
})

test('TC-NOM-13 INV-295-14 TC-ERR-06 ERR-295-06 CA-295-13 an empty memory gives three times _aucun résultat_ and no message', async () => {
  const { memory } = openMemory()
  const { block, messages } = await memory.inject(ask)
  expect(sectionsOf(block)).toHaveLength(3)
  expect(block.match(/^_aucun résultat_$/gm)).toHaveLength(3)
  expect(messages).toEqual([])
})

test('TC-NOM-14 INV-295-15 CA-295-14 a source that cannot be read costs its section alone', async () => {
  const { folder, memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({})])
  mkdirSync(join(folder, 'veille.jsonl'))
  const { block, unavailable, messages } = await memory.inject(ask)
  expect(sectionsOf(block)).toHaveLength(3)
  expect(block).toContain('## Veille\n\n_source indisponible_')
  expect(itemsOf(block, 'Learnings')).toBe(1)
  expect(unavailable).toEqual(['veille'])
  expect(messages).toEqual([
    expect.stringMatching(/^\[inject\] section veille failed: Cannot read .*veille\.jsonl: EISDIR/),
  ])
})

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

test('TC-ERR-09 ERR-295-09 a clarification that cannot be written is said and nothing is thrown', async () => {
  const { folder, memory } = openMemory()
  writeFileSync(join(folder, 'clarifications'), 'a file where the folder should be')
  const { path, messages } = await memory.clarify({ ...ask, answers: ['a', 'b', 'c', 'd'] })
  expect(path).toBeUndefined()
  expect(messages).toEqual([
    expect.stringMatching(/^\[clarifications\] write failed: PD-301-clarifications\.md: /),
  ])
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

test('TC-PLAN-04 INV-295-15 only notes of impact fort or modere are injected', async () => {
  const { memory, write } = openMemory()
  for (const impact_pv of ['fort', 'modere', 'faible', 'aucun'])
    write(`veille/${impact_pv}.md`, note({ title: impact_pv, impact_pv }, 'Close the pool'))
  await memory.indexWatchNotes()
  const { block } = await memory.inject(ask)
  expect(block.match(/impact \w+/g)?.sort()).toEqual(['impact fort', 'impact modere'])
})

test('clarifications are filtered exactly: another case or a longer name does not match', async () => {
  const { memory } = openMemory()
  await memory.clarify({ ...ask, domain: 'tooling-2', answers: ['a', 'b', 'c', 'd'] })
  await memory.clarify({ ...ask, domain: 'Tooling', answers: ['a', 'b', 'c', 'd'] })
  expect(itemsOf((await memory.inject(ask)).block, 'Clarifications')).toBe(0)
})

test('what an agent gives back from a block is never stored again', async () => {
  const { memory, lines } = openMemory()
  const request = { story: 'PD-1', gate: 0, tags: [] }
  await memory.remember({ ...request, text: 'Close the pool before the process exits' })
  const { block } = await memory.inject(ask)
  expect(await memory.remember({ ...request, text: block })).toEqual({
    kind: 'echo',
    of: undefined,
  })
  const echo = await memory.remember({
    ...request,
    text: 'close the pool before the process exits.',
  })
  expect(echo).toMatchObject({ kind: 'echo', of: expect.stringMatching(/^lrn_/) })
  const mixed = await memory.remember({ ...request, text: `${block}\nAlso: drain the queue first` })
  expect(mixed).toMatchObject({ kind: 'stored', text: 'Also: drain the queue first' })
  expect(lines('learnings.jsonl')).toHaveLength(2)
})

test('a budget and a floor leave items out, and the ledger knows which', async () => {
  const { memory, deps, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [
    lesson({ text: 'Close the pool' }),
    lesson({ text: `Close the pool\n${'and then wait for it '.repeat(40)}`, tags: ['long'] }),
    lesson({
      text: 'A garden has a fence, a gate and a lock, and sometimes a pool',
      tags: ['far'],
    }),
  ])
  const { block, leftOut } = await memory.inject({ ...ask, budgetTokens: 250, floor: 0.5 })
  expect(leftOut.map(({ reason }) => reason).sort()).toEqual(['budget', 'floor'])
  expect((await deps.tokenizer.count([block]))[0]).toBeLessThanOrEqual(250)
  const [row] = await deps.ledger.list({ kind: 'inject' }, 1)
  expect(row?.details).toEqual({ left_out: leftOut })
  for (const { id } of leftOut) expect((await memory.show(id))?.id).toBe(id)
})

test('a long clarification is cut in the block, and the ledger and its id know the rest', async () => {
  const { memory, deps } = openMemory()
  const long = 'why '.repeat(20_000)
  await memory.clarify({ ...ask, answers: [long, 'b', 'c', 'd'] })
  const { block, leftOut } = await memory.inject(ask)
  expect(block.length).toBeLessThan(3000)
  expect(leftOut).toMatchObject([{ reason: 'length' }])
  expect((await memory.show(leftOut[0]?.id ?? ''))?.text).toBe(long)
  expect(await deps.ledger.list({ kind: 'inject' }, 9)).toHaveLength(1)
})

test('a learning that was written twice is shown once', async () => {
  const { memory, writeRecords } = openMemory()
  writeRecords('learnings.jsonl', [lesson({}), lesson({})])
  expect(itemsOf((await memory.inject(ask)).block, 'Learnings')).toBe(1)
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

const letterEmbedder: Embedder = {
  model: 'letters',
  dimensions: 26,
  embed: async (texts) =>
    texts.map((text) => {
      const counts = Array.from(
        { length: 26 },
        (_, at) => text.toLowerCase().split(String.fromCharCode(97 + at)).length - 1,
      )
      const length = Math.hypot(...counts) || 1
      return Float32Array.from(counts, (count) => count / length)
    }),
}
