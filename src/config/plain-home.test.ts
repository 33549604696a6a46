import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isPlainHome, isUnset } from './plain-home.ts'
import { configSchema } from './schema.ts'
import { usualPruneLimits } from './sections/prune-limits.ts'
import { settings } from './settings.ts'

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'tamis-plain-'))

function homeWith(toml: string): string {
  const home = newFolder()
  writeFileSync(join(home, 'tamis.toml'), toml)
  return home
}

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

test('any configuration in the folder is a setting', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'tamis.toml'), '')
  expect(isUnset({}, {}, folder)).toBe(false)
})

test('a home without a configuration is plain', async () => {
  expect(await isPlainHome(newFolder())).toBe(true)
})

test('a home is plain unless its configuration has a table that a prune goes by', async () => {
  const plain: string[] = []
  for (const table of Object.keys(configSchema.shape))
    if (await isPlainHome(homeWith(`[${table}]\n`))) plain.push(table)
  const goneBy = ['store', 'prune', 'deepinfra', 'embedder', 'telemetry']
  expect(plain).toEqual(Object.keys(configSchema.shape).filter((table) => !goneBy.includes(table)))
})

test.each([
  { toml: '[server]\nport = 8006\n[gateway.servers.notes]\ncommand = "node"\n', isPlain: true },
  { toml: '[server]\nlocale = "fr"\n', isPlain: false },
  { toml: '[mask]\n[prune]\nprune_id_ttl_s = 60\n', isPlain: false },
  { toml: '[purne]\n', isPlain: false },
  { toml: 'mask = 1\n', isPlain: false },
  { toml: '[mask\n', isPlain: false },
])('plain is $isPlain of $toml', async ({ toml, isPlain }) => {
  expect(await isPlainHome(homeWith(toml))).toBe(isPlain)
})

test('the limits are those of the schema', () => {
  expect(configSchema.parse({}).prune).toMatchObject(usualPruneLimits)
})
