import { readFileSync } from 'node:fs'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import { approximateTokens } from './approximate-tokens.ts'

test.each([
  'README.md',
  'package.json',
  'src/engine.ts',
  'docs/architecture.md',
  'bench/prune/wild/open/pytest.txt',
])('is within a fifth of the count of %s', (path) => {
  const text = readFileSync(path, 'utf8').slice(0, 20_000)
  const ratio = approximateTokens(text) / countTokens(text)
  expect(ratio).toBeGreaterThan(0.8)
  expect(ratio).toBeLessThan(1.2)
})

test('an empty text has none', () => {
  expect(approximateTokens('')).toBe(0)
})
