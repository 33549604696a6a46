import { expect, test } from 'vitest'
import { english } from '../../../core/text/say.ts'
import { translator } from '../../../core/text/translator.ts'
import { sayFor } from './say.ts'

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

const say = translator({
  Done: 'Fait',
  'Cannot read {} ({})': 'Lecture de {} impossible ({})',
  'must be at least {}': 'doit être au moins {}',
  'Move {} to {}': 'Vers {2}, déplacer {1}',
  'Costs $1 (really).': 'Coûte 1 $ (vraiment).',
})

test.each([
  ['Done', 'Fait'],
  ['Cannot read a (b).log (ENOENT)', 'Lecture de a (b).log impossible (ENOENT)'],
  ['Move x to y', 'Vers y, déplacer x'],
  ['Costs $1 (really).', 'Coûte 1 $ (vraiment).'],
  ['Cannot read\nthis', 'Cannot read\nthis'],
  ['constructor', 'constructor'],
  ['Something new', 'Something new'],
  ['--k: must be at least 1', '--k : doit être au moins 1'],
  ['my file: `k`: must be at least 1; b: new', 'my file : `k` : doit être au moins 1 ; b: new'],
  ['a: new; b: new', 'a: new; b: new'],
])('says %j as %j', (message, said) => {
  expect(say(message)).toBe(said)
})
