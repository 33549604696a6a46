import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardKinds, withoutGuard } from '../scripts/mutate/guard.ts'
import { guards } from '../scripts/mutate/guards.ts'

const root = join(import.meta.dirname, '..')

test.each(guards)('$what: its text is found once where the table says', (guard) => {
  const text = readFileSync(join(root, guard.file), 'utf8')
  expect(withoutGuard(text, guard)).not.toBe(text)
})

test.each(guards)('$what: the tests that should notice are there', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const { file, title = '' } of tests) {
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(readFileSync(join(root, file), 'utf8')).toContain(title)
  }
})

test('every kind of guard has a row', () => {
  expect([...new Set(guards.map(({ kind }) => kind))].sort()).toEqual([...guardKinds].sort())
})
