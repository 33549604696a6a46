import { expect, test } from 'vitest'
import type { z } from 'zod'
import { isClarificationName } from './clarification-file.ts'
import {
  check,
  clarification,
  injection,
  learning,
  outcome,
  reuseRecord,
  watchNote,
} from './records.ts'

const hash = 'a'.repeat(64)
const note = {
  path: 'a.md',
  title: 'Title',
  date: '2026-01-31',
  verdict_veille: 'signal',
  impact_pv: 'fort',
  summary: 'Summary',
  tags: ['#a'],
}
const lesson = { story: 'PD-1', gate: 5, tags: ['a'], text: 'Learned', date: '2026-01-31' }
const answer = {
  story_id: 'PD-301',
  domain: 'tooling',
  project: 'app',
  question_idx: 1,
  verbatim: 'Because',
  date: '2026-01-31T10:00:00Z',
}
const scored = {
  story: 'PD-1',
  gate: 5,
  tags_hash: hash,
  reuse_score: 1,
  nb_injections: 1,
  nb_stories_gate8_go_apres_injection: 1,
  nb_domains_distincts: 1,
  computed_at: '2026-01-31',
}
const shot = {
  story: 'PD-1',
  gate: 5,
  tags_hash: hash,
  injected_story: 'PD-2',
  date: '2026-01-31',
}
const verdict = { story: 'PD-1', gate: 8, result: 'go', date: '2026-01-31' }

const valid = {
  learning: lesson,
  watchNote: note,
  clarification: answer,
  reuseRecord: scored,
  injection: shot,
  outcome: verdict,
}

const schemas: Readonly<Record<keyof typeof valid, z.ZodType>> = {
  learning,
  watchNote,
  clarification,
  reuseRecord,
  injection,
  outcome,
}
const kindsOf = (name: keyof typeof schemas, value: unknown) => check(schemas[name], value)

test('TC-NOM-02 INV-295-02 CA-295-02 valid records pass, with the fields they have', () => {
  for (const name of Object.keys(schemas) as (keyof typeof schemas)[])
    expect(kindsOf(name, valid[name])).toEqual({ kind: 'valid', value: valid[name] })
})

test('fields we do not know are kept', () => {
  expect(kindsOf('learning', { ...lesson, author: 'x' })).toMatchObject({ value: { author: 'x' } })
})

test.each<[keyof typeof schemas, string, unknown]>([
  ['watchNote', 'title', ''],
  ['watchNote', 'title', 'x'.repeat(257)],
  ['watchNote', 'title', undefined],
  ['watchNote', 'summary', 'x'.repeat(2001)],
  ['watchNote', 'verdict_veille', 'maybe'],
  ['watchNote', 'verdict_veille', undefined],
  ['watchNote', 'impact_pv', 'modéré'],
  ['watchNote', 'impact_pv', 'FORT'],
  ['watchNote', 'date', '31/01/2026'],
  ['watchNote', 'date', '2026-02-30'],
  ['watchNote', 'tags', 'a'],
  ['learning', 'story', 'pd-1'],
  ['learning', 'story', 'PD-'],
  ['learning', 'story', 'PD-1/../x'],
  ['learning', 'gate', 100],
  ['learning', 'gate', -1],
  ['learning', 'gate', 1.5],
  ['learning', 'gate', 'a\n## b'],
  ['learning', 'id', 'x]\n## y'],
  ['learning', 'text', ''],
  ['learning', 'text', 'x'.repeat(8001)],
  ['learning', 'text', 'lone \ud800'],
  ['learning', 'tags', Array.from({ length: 33 }, String)],
  ['learning', 'tags', ['x'.repeat(65)]],
  ['learning', 'tags_hash', hash.toUpperCase()],
  ['learning', 'scope', 'team'],
  ['learning', 'date', ''],
  ['learning', 'date_created', 'soon'],
  ['learning', 'domain', 'two words'],
  ['clarification', 'question_idx', 0],
  ['clarification', 'question_idx', 5],
  ['clarification', 'story_id', '301'],
  ['clarification', 'verbatim', 7],
  ['clarification', 'project', ''],
  ['injection', 'tags_hash', 'abc'],
  ['injection', 'injected_story', 'nope'],
  ['outcome', 'result', 'maybe'],
])(
  'TC-NEG-01 ERR-295-01 a %s whose %s is not of its form is rejected, by name',
  (name, field, value) => {
    const rejected = kindsOf(name, { ...valid[name], [field]: value })
    expect(rejected.kind).toBe('rejected')
    expect(rejected.kind === 'rejected' && rejected.reason).toMatch(new RegExp(`^${field}`))
  },
)

test.each<[string, unknown]>([
  ['reuse_score', -0.1],
  ['reuse_score', 1_000_000],
  ['nb_injections', -1],
  ['nb_injections', 0.5],
  ['nb_domains_distincts', -1],
])('TC-NEG-02 a score whose %s is %f is out of bounds', (field, value) => {
  expect(kindsOf('reuseRecord', { ...scored, [field]: value }).kind).toBe('rejected')
})

test.each([
  ['PD-301-clarifications.md', true],
  ['PD-301-clarifications-2026-01-31-093000.md', true],
  ['APP-1-clarifications.md', true],
  ['PD-301-clarifications-2026-01-31.md', false],
  ['PD-301-clarifications-new.md', false],
  ['PD-301-clarification.md', false],
  ['PD-301-clarifications.txt', false],
  ['pd-301-clarifications.md', false],
  ['PD--clarifications.md', false],
  ['../PD-301-clarifications.md', false],
  ['PD-301-clarifications.md\n', false],
])('TC-NEG-04 the file name %j is %s', (name, isValid) => {
  expect(isClarificationName(name)).toBe(isValid)
})
