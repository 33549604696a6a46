import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPlainHome, isUnset } from './plain-home.ts'
import { usualPruneLimits } from './prune-limits.ts'
import { configSchema } from './schema.ts'
import { settings } from './settings.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-plain-'))

test('nothing set is nothing set, wherever the home is', () => {
  expect(isUnset({}, { TAMIS_HOME: 'x', PATH: '/bin' }, newFolder())).toBe(true)
})

test.each(
  settings
    .filter(({ key }) => !/^proxy\..*api_key$/i.test(key))
    .flatMap(({ env }) => env)
    .filter((name) => !/^(?:OPENAI|ANTHROPIC|GEMINI)_API_KEY$/.test(name)),
)('%s is a setting', (variable) => {
  expect(isUnset({}, { [variable]: '1' }, newFolder())).toBe(false)
})

test.each([{ config: 'x.toml' }, { namespace: 'team' }])('%o is a setting', (flags) => {
  expect(isUnset(flags, {}, newFolder())).toBe(false)
})

test('a configuration in the folder is a setting, one in the home makes it not plain', () => {
  const folder = newFolder()
  expect(isPlainHome(folder)).toBe(true)
  writeFileSync(join(folder, 'tamis.toml'), '')
  expect(isUnset({}, {}, folder)).toBe(false)
  expect(isPlainHome(folder)).toBe(false)
})

test('the limits are those of the schema', () => {
  expect(configSchema.parse({}).prune).toMatchObject(usualPruneLimits)
})
