import { expect, test } from 'vitest'
import { hasOmissionFiles } from './omission-files.ts'
import { configSchema } from './schema.ts'

test.each([
  ['by default', {}, true],
  ['with a token', { server: { token: 'a-token-of-some-length' } }, false],
  ['where every request needs a token', { server: { requireToken: true } }, false],
  ['where the store is shared', { store: { url: 'postgres://db/tamis' } }, false],
  [
    'where they are asked for',
    { server: { requireToken: true }, mask: { omissionFiles: true } },
    true,
  ],
])('what is left out is a file too: %s', (_, settings, expected) => {
  expect(hasOmissionFiles(configSchema.parse(settings))).toBe(expected)
})
