import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreFile } from './folder-files.ts'

const content = Buffer.from('text').toString('base64')

test.each(['../outside.md', 'a/../../outside.md', '..', '../../outside.md'])(
  'an archive that names %s is refused, and nothing is written',
  (file) => {
    const parent = mkdtempSync(join(tmpdir(), 'tamis-folder-'))
    expect(() => restoreFile(join(parent, 'memory'), { file, content })).toThrow(
      expect.objectContaining({ code: 'archive_invalid' }),
    )
    expect(existsSync(join(parent, 'outside.md'))).toBe(false)
  },
)

test('puts a file back below its folder, and leaves one that is there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-folder-'))
  restoreFile(folder, { file: 'notes/a.md', content })
  restoreFile(folder, { file: 'notes/a.md', content: 'b3RoZXI=' })
  expect(readFileSync(join(folder, 'notes/a.md'), 'utf8')).toBe('text')
})
