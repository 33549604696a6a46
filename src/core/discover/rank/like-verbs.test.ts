import { expect, test } from 'vitest'
import { stem } from '../../text/stem.ts'
import { readIntent } from './intent.ts'
import { likeVerbs } from './like-verbs.ts'

test('who saves may mean a tool that writes, and the other way round', () => {
  expect(likeVerbs(stem('saved', 'en'))).toContain(stem('write', 'en'))
  expect(likeVerbs(stem('writing', 'en'))).toContain(stem('save', 'en'))
})

test('a verb is not like itself, and a subject is like nothing', () => {
  expect(likeVerbs('save')).not.toContain('save')
  expect(likeVerbs('invoice')).toEqual([])
})

test('an intent takes along what it did not say, never what it did', () => {
  const { alike } = readIntent('save the invoice and write a note')
  expect(alike.has(stem('store', 'en'))).toBe(true)
  expect(alike.has(stem('write', 'en'))).toBe(false)
})
