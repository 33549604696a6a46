import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, note, now, openMemory } from './memory/open-memory.ts'
import { itemsOf, sha256 } from './memory/read-block.ts'

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

test('TC-ERR-09 ERR-295-09 a clarification that cannot be written is said and nothing is thrown', async () => {
  const { folder, memory } = openMemory()
  writeFileSync(join(folder, 'clarifications'), 'a file where the folder should be')
  const { path, messages } = await memory.clarify({ ...ask, answers: ['a', 'b', 'c', 'd'] })
  expect(path).toBeUndefined()
  expect(messages).toEqual([
    expect.stringMatching(/^\[clarifications\] write failed: PD-301-clarifications\.md: /),
  ])
})

test('clarifications are filtered exactly: another case or a longer name does not match', async () => {
  const { memory } = openMemory()
  await memory.clarify({ ...ask, domain: 'tooling-2', answers: ['a', 'b', 'c', 'd'] })
  await memory.clarify({ ...ask, domain: 'Tooling', answers: ['a', 'b', 'c', 'd'] })
  expect(itemsOf((await memory.inject(ask)).block, 'Clarifications')).toBe(0)
})
