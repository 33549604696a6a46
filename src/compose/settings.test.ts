import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { engineSettings, maskSettings } from './settings.ts'

const localesOf = (given: object) => {
  const config = configSchema.parse(given)
  const mask = maskSettings(config)
  return {
    prune: engineSettings({ config, file: '/etc/tamis.toml' }, '1.0.0', 'default').prune.locale,
    entry: mask.locale,
    placeholder: mask.policy.placeholder_template,
  }
}

test('without a locale: English on entry, the contracts elsewhere', () => {
  expect(localesOf({})).toEqual({ prune: undefined, entry: 'en', placeholder: undefined })
})

test('a locale that is set holds everywhere, but not over a sentence that somebody wrote', () => {
  expect(localesOf({ server: { locale: 'en' } })).toEqual({
    prune: 'en',
    entry: 'en',
    placeholder: expect.stringMatching(/^\[Masked observation/),
  })
  const written = { server: { locale: 'fr' }, mask: { placeholderTemplate: '[gone {id}]' } }
  expect(localesOf(written)).toEqual({ prune: 'fr', entry: 'fr', placeholder: '[gone {id}]' })
})

const sourcesOf = (sources: readonly object[], namespace = 'default') => {
  const config = configSchema.parse({ knowledge: { sources } })
  return engineSettings({ config, file: '/etc/tamis.toml' }, '1.0.0', namespace).knowledge.sources
}

test('a source has the name of its folder, and a path from the file that names it', () => {
  expect(
    sourcesOf([
      { path: 'docs', every: '15m' },
      { path: '/srv/wiki', name: 'w' },
    ]),
  ).toEqual([
    { name: 'docs', path: '/etc/docs', watch: false, everyMs: 900_000 },
    { name: 'w', path: '/srv/wiki', watch: false },
  ])
})

test('sources of this machine are kept in the default namespace alone', () => {
  expect(sourcesOf([{ path: 'docs' }], 'team')).toEqual([])
})

test('two sources of one name are refused', () => {
  expect(() => sourcesOf([{ path: '/a/docs' }, { path: '/b/docs' }])).toThrow(/are docs/)
})

test.each([
  { path: 'https://example.org/', because: /not an address/ },
  { path: 'docs', every: '1s', because: /from 10s to 7d/ },
  { path: 'docs', every: 'often', because: /a number with s, m, h or d/ },
])('refuses the source $path every $every', ({ because, ...source }) => {
  expect(() => sourcesOf([source])).toThrow(because)
})
