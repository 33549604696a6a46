import { expect, test } from 'vitest'
import { stem } from './stem.ts'
import { detectLanguage } from './stop-words.ts'

test.each([
  ['connections connected connecting connects connection', 'connect'],
  ['parse parses parsed parsing parser', 'pars'],
  ['query queries queried', 'queri'],
  ['stopped stopping stops', 'stop'],
  ['configure configured configuration', 'configur'],
  ['class classes', 'class'],
])('English: %s share a stem', (words, root) => {
  expect([...new Set(words.split(' ').map((word) => stem(word)))]).toEqual([root])
})

test.each([
  ['connexion connexions', 'connex'],
  ['erreur erreurs', 'err'],
  ['journal journaux', 'journal'],
  ['charger chargement charge charges', 'charg'],
  ['echec echecs', 'echec'],
])('French: %s share a stem', (words, root) => {
  expect([...new Set(words.split(' ').map((word) => stem(word, 'fr')))]).toEqual([root])
})

test.each(['css', 'is', 'http2', 'ping', 'status', 'red'])('%s stays as it is', (word) => {
  expect(stem(word)).toBe(word)
})

test.each([
  ['pourquoi le test échoue-t-il dans le module', 'fr'],
  ['why does the test fail in the module', 'en'],
  ['', 'en'],
])('%s is read as %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language)
})
