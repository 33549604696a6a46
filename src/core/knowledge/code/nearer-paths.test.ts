import { expect, test } from 'vitest'
import { nearerPaths } from './nearer-paths.ts'

test.each([
  ['dist/a/b.js', 'src/a/b.ts'],
  ['dist/cjs/a.js', 'dist/a.js'],
  ['v4/core/errors.cjs', 'src/v4/core/errors.ts'],
  ['v4/core/errors.cjs', 'v4/core/errors.js'],
  ['lib/a.d.ts', 'lib/a.ts'],
  ['packages/one/dist/a.js', 'packages/one/src/a.ts'],
  ['build/lib/a.py', 'src/lib/a.py'],
])('the source of %s may be %s', (path, nearer) => {
  expect(nearerPaths(path)).toContain(nearer)
})

test.each([
  // A declaration says what the JavaScript beside it does not.
  ['lib/a.d.ts', 'lib/a.js'],
  ['src/a.ts', 'src/a.js'],
  ['src/a.ts', 'a.ts'],
  ['dist/a.js', 'dist/cjs/a.js'],
])('%s is not made of %s', (path, other) => {
  expect(nearerPaths(path)).not.toContain(other)
})
