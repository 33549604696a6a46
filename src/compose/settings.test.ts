import { expect, test } from 'vitest'
import { configSchema } from '../config/schema.ts'
import { engineSettings, maskSettings } from './settings.ts'

const localesOf = (given: object) => {
  const config = configSchema.parse(given)
  const mask = maskSettings(config)
  return {
    prune: engineSettings(config, '1.0.0', 'default').prune.locale,
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
