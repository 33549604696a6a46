import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matrix } from './matrix.ts'

const root = join(import.meta.dirname, '../..')
const rows = matrix.flatMap((part) => part.rows)

test.each(rows)('$what: the test that shows it is there', ({ file, title }) => {
  const path = join(root, file)
  expect(existsSync(path), file).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain(title)
})

test('docs/security.md tells of every part of the matrix', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
  for (const { heading } of matrix) expect(page).toContain(`## ${heading}`)
})
