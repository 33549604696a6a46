import { expect, test } from 'vitest'
import { termsOf } from './terms.ts'

test.each([
  ['getUserName', 'get user name getusername'],
  ['get_user_name', 'get user name getusername'],
  ['GET-USER-NAME', 'get user name getusername'],
  ['parseHTTP2Response', 'parse http 2 response parsehttp2response'],
  ['XMLHttpRequest', 'xml http request xmlhttprequest'],
  ['HTTPError', 'http error httperror'],
  ['src/core/lines.ts', 'src core lines ts'],
  ['user.profile.firstName', 'user profile first name firstname'],
  ['__init__', 'init'],
  ['Éléphant naïve œuvre', 'elephant naive oeuvre'],
  ['v1.20.3', 'v 1 v1 20 3'],
  ['東京都', '東京 京都'],
  ['猫 cat', '猫 cat'],
  ['한국어 문서', '한국 국어 문서'],
  ['カタカナ', 'カタ タカ カナ'],
  ['Ünïcode_ID', 'unicode id unicodeid'],
  ['привет мир', 'привет мир'],
  ['— … 🙂', ''],
])('%s gives %s', (text, terms) => {
  expect(termsOf(text).join(' ')).toBe(terms)
})

test('drops stop words of both languages on request', () => {
  expect(termsOf('Why does the parser fail dans le module', { withoutStopWords: true })).toEqual([
    'parser',
    'fail',
    'module',
  ])
})

test('stems the parts but never the whole identifier', () => {
  expect(termsOf('parsedConnections', { stemmedIn: 'en' })).toEqual([
    'pars',
    'connect',
    'parsedconnections',
  ])
})

test('a run of a megabyte without a boundary is neither a term nor slow', () => {
  expect(termsOf('a'.repeat(1_000_000))).toEqual([])
})
