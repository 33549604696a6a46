import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '../src/config/settings.ts'
import messages from '../src/surfaces/dashboard/locale/french.json' with { type: 'json' }
import words from '../src/surfaces/dashboard/locale/french-words.json' with { type: 'json' }
import { pageTexts } from './support/page-texts.ts'

const { said, unsaid } = pageTexts(join(import.meta.dirname, '../src/surfaces/dashboard'))

test('the page says nothing that no catalogue holds', () => {
  expect(unsaid).toEqual([])
})

test('every message of the page is in the catalogue, and the catalogue has no other', () => {
  expect(said.filter((message) => !Object.hasOwn(messages, message))).toEqual([])
  const used = new Set(said)
  expect(Object.keys(messages).filter((message) => !used.has(message))).toEqual([])
})

test('every setting is explained in French too', () => {
  const meanings = settings.map(({ description }) => description)
  expect(meanings.filter((meaning) => !Object.hasOwn(words, meaning))).toEqual([])
})

test('translations name all that their messages name, in as many forms', () => {
  const shape = (text: string): readonly number[] =>
    text.split('|').map((form) => form.split('{}').length)
  const wrong = Object.entries(messages).filter(([message, translation]) => {
    const [one = 0] = shape(message)
    const isPlural = message.includes('|')
    return isPlural !== translation.includes('|') || Math.max(...shape(translation)) < one
  })
  expect(wrong).toEqual([])
})
