import { expect, test } from 'vitest'
import { english } from '../../../core/text/say.ts'
import { counted, phrase } from '../../../phrase.ts'
import { sayFor, translator } from './say.ts'

test.each([
  { environment: {}, isFrench: false },
  { environment: { LANG: 'fr_FR.UTF-8' }, isFrench: true },
  { environment: { LANG: 'fr' }, isFrench: true },
  { environment: { LANG: 'fr_CA' }, isFrench: true },
  { environment: { LANG: 'en_US.UTF-8' }, isFrench: false },
  { environment: { LANG: 'frr_DE' }, isFrench: false },
  { environment: { LANG: 'fr_FR', LC_ALL: 'C' }, isFrench: false },
  { environment: { LANG: 'C', LC_MESSAGES: 'fr_BE.UTF-8' }, isFrench: true },
  { environment: { LANG: 'fr_FR', LC_ALL: '' }, isFrench: true },
])('speaks French under $environment: $isFrench', async ({ environment, isFrench }) => {
  expect((await sayFor(environment)) !== english).toBe(isFrench)
})

const say = translator(
  {
    Done: 'Fait',
    'Cannot read {} ({})': 'Lecture de {} impossible ({})',
    'must be at least {}': 'doit être au moins {}',
    'Move {} to {}': 'Vers {2}, déplacer {1}',
    '{}: {}': '{} : {}',
    '{} word': '{} mot',
    '{} words': '{} mots',
  },
  (number) => number < 2,
)

test.each([
  ['Done', 'Fait'],
  [phrase`Cannot read ${'a (b).log'} (${'Done'})`, 'Lecture de a (b).log impossible (Done)'],
  [phrase`Move ${'x'} to ${'{}'}`, 'Vers {}, déplacer x'],
  ['constructor', 'constructor'],
  ['Something new', 'Something new'],
  [phrase`Something ${'new'}`, 'Something new'],
  [phrase`${'--k'}: ${phrase`must be at least ${1}`}`, '--k : doit être au moins 1'],
  [counted(0, '{} word', '{} words'), '0 mot'],
  [counted(1, '{} word', '{} words'), '1 mot'],
  [counted(2, '{} word', '{} words'), '2 mots'],
])('says %s as %j', (message, said) => {
  expect(say(message)).toBe(said)
})
