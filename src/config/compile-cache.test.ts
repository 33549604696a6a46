import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileCacheFolder } from './compile-cache.ts'

const home = mkdtempSync(join(tmpdir(), 'tamis-cache-'))
const cache = join(home, 'cache', 'compiled')

test.each([
  { words: ['prune', '--home', home], environment: {} },
  { words: [`--home=${home}`, 'prune'], environment: {} },
  { words: ['prune'], environment: { TAMIS_HOME: home } },
  { words: ['run', '--', 'x', '--home', 'elsewhere'], environment: { TAMIS_HOME: home } },
])('is in the home that $words and $environment name', ({ words, environment }) => {
  expect(compileCacheFolder(words, environment)).toBe(cache)
})

test('is nowhere while there is no home', () => {
  expect(compileCacheFolder(['--home', join(home, 'none')], {})).toBeUndefined()
})
